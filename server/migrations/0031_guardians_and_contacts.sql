CREATE TABLE "business_contacts" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"business_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"roles" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "business_contacts_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "business_contacts_roles" CHECK (roles <@ array['supervisor', 'signatory', 'administration'])
);
--> statement-breakpoint
CREATE TABLE "guardians" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"relationship" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"may_sign" boolean DEFAULT true NOT NULL,
	"added_by" text NOT NULL,
	"confirmed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guardians_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "guardians_added_by" CHECK (added_by in ('school', 'student')),
	CONSTRAINT "guardians_language" CHECK (language in ('en', 'es'))
);
--> statement-breakpoint
DROP INDEX "businesses_by_contact_phone";--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "birth_date" date;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "birth_date_by" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "supervisor_id" uuid;--> statement-breakpoint
ALTER TABLE "business_contacts" ADD CONSTRAINT "business_contacts_client_id_business_id_users_client_id_id_fk" FOREIGN KEY ("client_id","business_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardians" ADD CONSTRAINT "guardians_client_id_student_id_users_client_id_id_fk" FOREIGN KEY ("client_id","student_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "business_contacts_by_phone" ON "business_contacts" USING btree ("client_id","phone","business_id") WHERE ordinal = 1;--> statement-breakpoint
CREATE INDEX "projects_by_supervisor" ON "projects" USING btree ("client_id","supervisor_id") WHERE supervisor_id is not null;--> statement-breakpoint
-- What the documents' fields held: who is named there was named by the student, or by the business itself.
insert into guardians (client_id, student_id, ordinal, name, phone, language, added_by)
  select s.client_id, s.user_id, 1, s.parent_name, s.parent_phone, coalesce(u.locale, t.locale, 'en'), 'student'
    from students s join users u on u.client_id = s.client_id and u.id = s.user_id
    left join settings t on t.client_id = s.client_id
   where '' <> any(array[s.parent_name, s.parent_phone, s.alternate_parent_name, s.alternate_parent_phone]);--> statement-breakpoint
insert into guardians (client_id, student_id, ordinal, name, phone, language, added_by)
  select s.client_id, s.user_id, 2, s.alternate_parent_name, s.alternate_parent_phone,
         coalesce(u.locale, t.locale, 'en'), 'student'
    from students s join users u on u.client_id = s.client_id and u.id = s.user_id
    left join settings t on t.client_id = s.client_id
   where '' <> any(array[s.alternate_parent_name, s.alternate_parent_phone]);--> statement-breakpoint
insert into business_contacts (client_id, business_id, ordinal, name, email, phone, roles)
  select client_id, user_id, 1, contact_name, contact_email, contact_phone, '{supervisor,signatory}' from businesses
   where '' <> any(array[contact_name, contact_email, contact_phone, admin_name, admin_email, admin_phone]);--> statement-breakpoint
insert into business_contacts (client_id, business_id, ordinal, name, email, phone, roles)
  select client_id, user_id, 2, admin_name, admin_email, admin_phone, '{administration}' from businesses
   where '' <> any(array[admin_name, admin_email, admin_phone]);--> statement-breakpoint
update projects p set supervisor_id = c.id from business_contacts c
 where c.client_id = p.client_id and c.business_id = p.business_id and c.ordinal = 1;--> statement-breakpoint
ALTER TABLE "businesses" DROP COLUMN "contact_name";--> statement-breakpoint
ALTER TABLE "businesses" DROP COLUMN "contact_email";--> statement-breakpoint
ALTER TABLE "businesses" DROP COLUMN "contact_phone";--> statement-breakpoint
ALTER TABLE "businesses" DROP COLUMN "admin_name";--> statement-breakpoint
ALTER TABLE "businesses" DROP COLUMN "admin_email";--> statement-breakpoint
ALTER TABLE "businesses" DROP COLUMN "admin_phone";--> statement-breakpoint
ALTER TABLE "students" DROP COLUMN "parent_name";--> statement-breakpoint
ALTER TABLE "students" DROP COLUMN "parent_phone";--> statement-breakpoint
ALTER TABLE "students" DROP COLUMN "alternate_parent_name";--> statement-breakpoint
ALTER TABLE "students" DROP COLUMN "alternate_parent_phone";--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_birth_date_by" CHECK ((birth_date is null) = (birth_date_by is null));--> statement-breakpoint
alter table students add constraint students_birth_date_given check (birth_date_by in ('school', 'student'));--> statement-breakpoint
-- Checked at the commit: an order is saved row by row.
alter table guardians add constraint guardians_in_order unique (client_id, student_id, ordinal)
  deferrable initially deferred;--> statement-breakpoint
alter table business_contacts add constraint business_contacts_in_order unique (client_id, business_id, ordinal)
  deferrable initially deferred;--> statement-breakpoint
-- Only one column may become null, which the table definitions cannot say.
alter table projects add constraint projects_supervisor_fk foreign key (client_id, supervisor_id)
  references business_contacts (client_id, id) on delete set null (supervisor_id);--> statement-breakpoint
alter table guardians enable row level security;--> statement-breakpoint
create policy tenant on guardians to waypost_app
  using (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid))
  with check (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
grant select, insert, update, delete on guardians to waypost_app;--> statement-breakpoint
alter table business_contacts enable row level security;--> statement-breakpoint
create policy tenant on business_contacts to waypost_app
  using (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid))
  with check (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
grant select, insert, update, delete on business_contacts to waypost_app;
