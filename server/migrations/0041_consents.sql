CREATE TABLE "consents" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"decision" text NOT NULL,
	"method" text NOT NULL,
	"name" text NOT NULL,
	"decided_on" date NOT NULL,
	"decided_at" timestamp with time zone,
	"text" text DEFAULT '' NOT NULL,
	"locale" text,
	"sent_to" text DEFAULT '' NOT NULL,
	"recorded_by" text DEFAULT '' NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "consents_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "consents_decision" CHECK (decision in ('given', 'refused', 'withdrawn')),
	CONSTRAINT "consents_method" CHECK (method in ('link', 'paper'))
);
--> statement-breakpoint
CREATE TABLE "supervisor_confirmations" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"project_id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "supervisor_confirmations_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_client_id_student_id_users_client_id_id_fk" FOREIGN KEY ("client_id","student_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supervisor_confirmations" ADD CONSTRAINT "supervisor_confirmations_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_by_student" ON "consents" USING btree ("client_id","student_id","recorded_at");--> statement-breakpoint
CREATE INDEX "supervisor_confirmations_by_project" ON "supervisor_confirmations" USING btree ("client_id","project_id");--> statement-breakpoint
CREATE INDEX "guardians_to_confirm" ON "guardians" USING btree ("client_id","created_at") WHERE not confirmed and may_sign and email <> '';--> statement-breakpoint
alter table consents enable row level security;--> statement-breakpoint
create policy tenant on consents to waypost_app
  using (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid))
  with check (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
-- A decision stays as it was; merging two accounts moves it.
grant select, insert, update (student_id) on consents to waypost_app;--> statement-breakpoint

-- Purpose `consent`: one student, for a guardian at the link's address whom staff confirmed.
create function consent_of_link()
returns table (client_id uuid, student_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct l.client_id, g.student_id
    from links l
    join guardians g on g.client_id = l.client_id and g.student_id = l.subject_id and g.student_id = l.account_id
     and lower(g.email) = lower(l.recipient_email) and g.confirmed and g.may_sign
   where l.token_hash = decode(nullif(current_setting('app.link', true), ''), 'hex') and l.purpose = 'consent'
     and l.done_at is null and l.revoked_at is null
$$;--> statement-breakpoint
revoke execute on function consent_of_link() from public;--> statement-breakpoint
grant execute on function consent_of_link() to waypost_link;--> statement-breakpoint
create policy consent_link on users for select to waypost_link
  using (client_id = (select client_id from consent_of_link()) and id = (select student_id from consent_of_link()));--> statement-breakpoint
create policy consent_link on students for select to waypost_link
  using (client_id = (select client_id from consent_of_link()) and user_id = (select student_id from consent_of_link()));--> statement-breakpoint
create policy consent_link on consents for insert to waypost_link
  with check (client_id = (select client_id from consent_of_link())
    and student_id = (select student_id from consent_of_link()) and method = 'link' and decision in ('given', 'refused'));--> statement-breakpoint
grant select (client_id, user_id, birth_date) on students to waypost_link;--> statement-breakpoint
grant insert on consents to waypost_link;
--> statement-breakpoint
alter table supervisor_confirmations enable row level security;--> statement-breakpoint
create policy tenant on supervisor_confirmations to waypost_app
  using (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid))
  with check (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
grant select, insert on supervisor_confirmations to waypost_app;--> statement-breakpoint

-- Purpose `supervisor`: a running placement of an approved business, for whoever is asked or was passed the link.
create function supervision_of_link()
returns table (client_id uuid, project_id uuid, student_id uuid, opportunity_id uuid, email text, is_named boolean, is_confirmed boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.client_id, p.id, p.student_id, p.opportunity_id, lower(l.recipient_email),
         exists (select from business_contacts c where c.client_id = p.client_id and c.id = p.supervisor_id
           and lower(c.email) = lower(l.recipient_email)),
         exists (select from supervisor_confirmations s where s.client_id = p.client_id and s.project_id = p.id
           and s.email = lower(l.recipient_email))
    from links l
    join projects p on p.client_id = l.client_id and p.id = l.subject_id and p.business_id = l.account_id
    join users b on b.client_id = p.client_id and b.id = p.business_id and b.approved
   where l.token_hash = decode(nullif(current_setting('app.link', true), ''), 'hex') and l.purpose = 'supervisor'
     and l.done_at is null and l.revoked_at is null and p.student_id is not null and p.business_status = 'open'
$$;--> statement-breakpoint
revoke execute on function supervision_of_link() from public;--> statement-breakpoint
grant execute on function supervision_of_link() to waypost_link;--> statement-breakpoint
create policy supervisor_link on projects to waypost_link
  using (client_id = (select client_id from supervision_of_link()) and id = (select project_id from supervision_of_link()));--> statement-breakpoint
create policy supervisor_link on users for select to waypost_link
  using (client_id = (select client_id from supervision_of_link()) and id = (select student_id from supervision_of_link()));--> statement-breakpoint
create policy supervisor_link on opportunities for select to waypost_link
  using (client_id = (select client_id from supervision_of_link())
    and id = (select opportunity_id from supervision_of_link()));--> statement-breakpoint
create policy supervisor_link on supervisor_confirmations for insert to waypost_link
  with check (client_id = (select client_id from supervision_of_link())
    and project_id = (select project_id from supervision_of_link()) and email = (select email from supervision_of_link()));--> statement-breakpoint
grant insert on supervisor_confirmations to waypost_link;
