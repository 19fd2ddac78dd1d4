CREATE TABLE "interviews" (
	"client_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"state" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"minutes" integer NOT NULL,
	"place" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"proposed_at" timestamp with time zone,
	"proposal" text DEFAULT '' NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"in_business_calendar" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "interviews_client_id_application_id_pk" PRIMARY KEY("client_id","application_id")
);
--> statement-breakpoint
ALTER TABLE "interviews" ADD CONSTRAINT "interviews_client_id_application_id_applications_client_id_id_fk" FOREIGN KEY ("client_id","application_id") REFERENCES "public"."applications"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
alter table interviews enable row level security;--> statement-breakpoint
create policy tenant on interviews to waypost_app
  using (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid))
  with check (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
grant select, insert, update, delete on interviews to waypost_app;
