CREATE TABLE "signed_documents" (
	"client_id" uuid NOT NULL,
	"agreement_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"code" text NOT NULL,
	"sha256" text NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "signed_documents_client_id_agreement_id_pk" PRIMARY KEY("client_id","agreement_id")
);
--> statement-breakpoint
CREATE TABLE "sealing_keys" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"private_key" "bytea" NOT NULL,
	"certificate" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "signed_documents" ADD CONSTRAINT "signed_documents_client_id_agreement_id_agreements_client_id_id_fk" FOREIGN KEY ("client_id","agreement_id") REFERENCES "public"."agreements"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signed_documents" ADD CONSTRAINT "signed_documents_client_id_file_id_files_client_id_id_fk" FOREIGN KEY ("client_id","file_id") REFERENCES "public"."files"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "signed_documents_by_code" ON "signed_documents" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "signed_documents_by_file" ON "signed_documents" USING btree ("client_id","file_id");--> statement-breakpoint
alter table signed_documents enable row level security;--> statement-breakpoint
create policy tenant on signed_documents to waypost_app
  using (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid))
  with check (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
-- What was sealed stays as it is.
grant select, insert on signed_documents to waypost_app;--> statement-breakpoint
-- The code on a document says what it is worth, to whoever holds it.
create function find_signed_document(wanted text)
returns table (code text, status text, closed_by text, version integer, school_system text, sha256 text,
  signed_at timestamptz, signers json)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.code, a.status, a.closed_by, a.version, a.names->>'school_system', d.sha256, s.signed_at, s.signers
    from signed_documents d
    join agreements a on a.client_id = d.client_id and a.id = d.agreement_id
    cross join lateral (
      select max(coalesce(g.signed_at, g.recorded_at)) as signed_at,
             json_agg(json_build_object('party', g.party, 'name', g.signer_name)) as signers
        from agreement_signatures g
       where g.client_id = a.client_id and g.agreement_id = a.id) s
   where d.code = wanted
$$;--> statement-breakpoint
revoke execute on function find_signed_document(text) from public;--> statement-breakpoint
grant execute on function find_signed_document(text) to waypost_app;
