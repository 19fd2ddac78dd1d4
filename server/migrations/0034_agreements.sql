CREATE TABLE "agreement_signatures" (
	"client_id" uuid NOT NULL,
	"agreement_id" uuid NOT NULL,
	"party" text NOT NULL,
	"signer_name" text NOT NULL,
	"method" text NOT NULL,
	"user_id" uuid,
	"text_hash" text NOT NULL,
	"signed_on" date NOT NULL,
	"signed_at" timestamp with time zone,
	"recorded_by" text DEFAULT '' NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"file_id" uuid,
	CONSTRAINT "agreement_signatures_client_id_agreement_id_party_pk" PRIMARY KEY("client_id","agreement_id","party")
);
--> statement-breakpoint
CREATE TABLE "agreement_template_versions" (
	"client_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"body" text NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "agreement_template_versions_client_id_template_id_version_pk" PRIMARY KEY("client_id","template_id","version")
);
--> statement-breakpoint
CREATE TABLE "agreement_templates" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"program_id" uuid,
	"internship_type" text,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreement_templates_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "one_template_each" UNIQUE NULLS NOT DISTINCT("client_id","program_id","internship_type")
);
--> statement-breakpoint
CREATE TABLE "agreements" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"project_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"body" text NOT NULL,
	"locale" text NOT NULL,
	"names" jsonb NOT NULL,
	"terms" jsonb NOT NULL,
	"signing_order" text NOT NULL,
	"parties" text[] NOT NULL,
	"text" text,
	"text_hash" text,
	"sent_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"closed_reason" text DEFAULT '' NOT NULL,
	"closed_by" text DEFAULT '' NOT NULL,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreements_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "one_agreement_version_each" UNIQUE("client_id","project_id","version"),
	CONSTRAINT "agreement_status" CHECK ("agreements"."status" in ('draft', 'sent', 'partly signed', 'signed', 'declined', 'void')),
	CONSTRAINT "agreement_text_is_fixed" CHECK ("agreements"."status" in ('draft', 'void') or "agreements"."text_hash" is not null)
);
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "signing_order" text DEFAULT 'parallel' NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "hours_before_signed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "agreement_signatures" ADD CONSTRAINT "agreement_signatures_client_id_agreement_id_agreements_client_id_id_fk" FOREIGN KEY ("client_id","agreement_id") REFERENCES "public"."agreements"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_template_versions" ADD CONSTRAINT "agreement_template_versions_client_id_template_id_agreement_templates_client_id_id_fk" FOREIGN KEY ("client_id","template_id") REFERENCES "public"."agreement_templates"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_templates" ADD CONSTRAINT "agreement_templates_client_id_program_id_programs_client_id_id_fk" FOREIGN KEY ("client_id","program_id") REFERENCES "public"."programs"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agreements_by_status" ON "agreements" USING btree ("client_id","status","updated_at");--> statement-breakpoint
do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['agreement_templates', 'agreement_template_versions', 'agreements', 'agreement_signatures']
  loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy tenant on %I to waypost_app
         using (client_id = (select nullif(current_setting(''app.client_id'', true), '''')::uuid))
         with check (client_id = (select nullif(current_setting(''app.client_id'', true), '''')::uuid))',
      tenant_table);
    execute format('grant select, insert on %I to waypost_app', tenant_table);
  end loop;
end $$;--> statement-breakpoint
-- Signatures and earlier texts of templates stay as they are.
grant update, delete on agreement_templates to waypost_app;--> statement-breakpoint
grant update on agreements to waypost_app;
