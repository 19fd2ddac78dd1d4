CREATE TABLE "link_acts" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"link_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"account_id" uuid,
	"details" jsonb NOT NULL,
	CONSTRAINT "link_acts_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "links" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"purpose" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"recipient_name" text DEFAULT '' NOT NULL,
	"recipient_email" text NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"passed_on_to" text,
	CONSTRAINT "links_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "link_acts" ADD CONSTRAINT "link_acts_client_id_link_id_links_client_id_id_fk" FOREIGN KEY ("client_id","link_id") REFERENCES "public"."links"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_acts" ADD CONSTRAINT "link_acts_client_id_account_id_users_client_id_id_fk" FOREIGN KEY ("client_id","account_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_client_id_account_id_users_client_id_id_fk" FOREIGN KEY ("client_id","account_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_acts_by_link" ON "link_acts" USING btree ("client_id","link_id","at");--> statement-breakpoint
CREATE INDEX "link_acts_by_account" ON "link_acts" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "links_by_token" ON "links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "links_by_account" ON "links" USING btree ("client_id","account_id");--> statement-breakpoint
do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['links', 'link_acts'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy tenant on %I to waypost_app
         using (client_id = (select nullif(current_setting(''app.client_id'', true), '''')::uuid))
         with check (client_id = (select nullif(current_setting(''app.client_id'', true), '''')::uuid))',
      tenant_table);
    execute format('grant select, insert, update, delete on %I to waypost_app', tenant_table);
  end loop;
end $$;--> statement-breakpoint
-- What was done stays done.
revoke update, delete on link_acts from waypost_app;--> statement-breakpoint

-- The role that a link acts as. Requests can become it, and must not inherit from it: else its policies would be part of
-- each of their own queries.
do $$ begin
  create role waypost_link nologin;
exception when duplicate_object or unique_violation then null;
end $$;--> statement-breakpoint
do $$ begin
  if pg_has_role('waypost_app', 'waypost_link', 'member') then
    null;
  elsif current_setting('server_version_num')::int >= 160000 then
    execute 'grant waypost_link to waypost_app with inherit false, set true';
  else
    grant waypost_link to waypost_app;
    alter role waypost_app noinherit;
  end if;
end $$;--> statement-breakpoint
grant usage on schema public to waypost_link;--> statement-breakpoint

create function find_link(hash bytea, at timestamptz)
returns table (
  client_id uuid, link_id uuid, purpose text, subject_id uuid, account_id uuid, recipient_name text, recipient_email text,
  locale text, state text, passed_on_to text, created_at timestamptz, client_name text, client_phone text)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.client_id, l.id, l.purpose, l.subject_id, l.account_id, l.recipient_name, l.recipient_email, l.locale,
         case when l.passed_on_to is not null then 'passed on'
              when l.revoked_at is not null then 'revoked'
              when l.done_at is not null then 'done'
              when l.expires_at <= at then 'expired'
              else 'open' end,
         l.passed_on_to, l.created_at, coalesce(nullif(s.full_name, ''), c.full_name), coalesce(s.phone_number, '')
    from links l join clients c on c.id = l.client_id left join settings s on s.client_id = l.client_id
   where l.token_hash = hash
$$;--> statement-breakpoint

-- The door for a link: an open one puts the transaction under `waypost_link`, whose policies ask for the token that opened
-- it. It has its caller's rights, because a function with its owner's cannot change the role.
create function enter_link(hash bytea, at timestamptz)
returns table (
  client_id uuid, link_id uuid, purpose text, subject_id uuid, account_id uuid, recipient_name text, recipient_email text,
  locale text, state text, passed_on_to text, created_at timestamptz, client_name text, client_phone text)
language plpgsql as $$
begin
  perform set_config('app.client_id', '', true), set_config('app.link', '', true);
  select * into client_id, link_id, purpose, subject_id, account_id, recipient_name, recipient_email, locale, state,
         passed_on_to, created_at, client_name, client_phone
    from find_link(hash, at);
  if not found then
    return;
  end if;
  if state = 'open' then
    perform set_config('app.link', encode(hash, 'hex'), true);
    perform set_config('role', 'waypost_link', true);
  end if;
  return next;
end $$;--> statement-breakpoint

-- The link that this transaction entered, if it has this purpose. Found by its token, so that another one cannot be named.
create function current_link(wanted text)
returns table (client_id uuid, subject_id uuid, created_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.client_id, l.subject_id, l.created_at from links l
   where l.token_hash = decode(nullif(current_setting('app.link', true), ''), 'hex') and l.purpose = wanted
     and l.done_at is null and l.revoked_at is null
$$;--> statement-breakpoint

-- Purpose `hours`: a business's placements with hours that were pending when the link was made, or since.
create function placements_of_hours_link()
returns table (project_id uuid, student_id uuid, opportunity_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.id, p.student_id, p.opportunity_id
    from current_link('hours') l join projects p on p.client_id = l.client_id and p.business_id = l.subject_id
   where exists (
     select from hour_entries h where h.client_id = p.client_id and h.project_id = p.id
        and (h.business_approved = 0 or h.decided_at >= l.created_at))
$$;--> statement-breakpoint
revoke execute on function find_link(bytea, timestamptz), enter_link(bytea, timestamptz), current_link(text),
  placements_of_hours_link() from public;--> statement-breakpoint
grant execute on function find_link(bytea, timestamptz), enter_link(bytea, timestamptz) to waypost_app;--> statement-breakpoint
grant execute on function current_link(text), placements_of_hours_link() to waypost_link;--> statement-breakpoint

create policy hours_link on projects to waypost_link
  using (client_id = (select client_id from current_link('hours'))
    and id in (select project_id from placements_of_hours_link()));--> statement-breakpoint
create policy hours_link on opportunities for select to waypost_link
  using (client_id = (select client_id from current_link('hours'))
    and id in (select opportunity_id from placements_of_hours_link()));--> statement-breakpoint
create policy hours_link on users for select to waypost_link
  using (client_id = (select client_id from current_link('hours'))
    and (id = (select subject_id from current_link('hours'))
      or id in (select student_id from placements_of_hours_link())));--> statement-breakpoint
create policy hours_link on hour_entries for select to waypost_link
  using (client_id = (select client_id from current_link('hours'))
    and project_id in (select project_id from placements_of_hours_link())
    and (business_approved = 0 or decided_at >= (select created_at from current_link('hours'))));--> statement-breakpoint
create policy hours_link_decides on hour_entries for update to waypost_link
  using (client_id = (select client_id from current_link('hours'))
    and project_id in (select project_id from placements_of_hours_link()) and business_approved = 0)
  with check (business_approved <> 0);--> statement-breakpoint
create policy hours_link on project_approvals to waypost_link
  using (client_id = (select client_id from current_link('hours'))
    and project_id in (select project_id from placements_of_hours_link()));--> statement-breakpoint

-- Purpose `evaluation`: one placement, its two people, and what to answer.
create function people_of_evaluation_link()
returns table (user_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select unnest(array[p.student_id, p.business_id])
    from current_link('evaluation') l join projects p on p.client_id = l.client_id and p.id = l.subject_id
$$;--> statement-breakpoint
revoke execute on function people_of_evaluation_link() from public;--> statement-breakpoint
grant execute on function people_of_evaluation_link() to waypost_link;--> statement-breakpoint
create policy evaluation_link on projects to waypost_link
  using (client_id = (select client_id from current_link('evaluation'))
    and id = (select subject_id from current_link('evaluation')));--> statement-breakpoint
create policy evaluation_link on opportunities for select to waypost_link
  using (client_id = (select client_id from current_link('evaluation'))
    and id in (select p.opportunity_id from projects p where p.id = (select subject_id from current_link('evaluation'))));--> statement-breakpoint
create policy evaluation_link on users for select to waypost_link
  using (client_id = (select client_id from current_link('evaluation'))
    and id in (select user_id from people_of_evaluation_link()));--> statement-breakpoint
create policy evaluation_link on evaluation_questions for select to waypost_link
  using (client_id = (select client_id from current_link('evaluation')));--> statement-breakpoint
create policy evaluation_link on evaluations to waypost_link
  using (client_id = (select client_id from current_link('evaluation'))
    and project_id = (select subject_id from current_link('evaluation')));--> statement-breakpoint
create policy evaluation_link on evaluation_ratings for insert to waypost_link
  with check (client_id = (select client_id from current_link('evaluation'))
    and evaluation_id in (select e.id from evaluations e where e.client_id = evaluation_ratings.client_id
      and e.created_at >= (select created_at from current_link('evaluation'))));--> statement-breakpoint

-- What the purposes need of each table, and no more. Of which rows is the policies' to say.
grant select (client_id, id, student_id, business_id, business_status, opportunity_id), update (updated_at)
  on projects to waypost_link;--> statement-breakpoint
grant select (client_id, id, title) on opportunities to waypost_link;--> statement-breakpoint
grant select (client_id, id, first_name, last_name, approved) on users to waypost_link;--> statement-breakpoint
grant select (client_id, id, project_id, start_date, end_date, total_hours, text_log, business_approved, decided_at,
    signed_off, created_at), update (business_approved, disapproval_reason, decided_at)
  on hour_entries to waypost_link;--> statement-breakpoint
grant select (client_id, project_id, item), delete on project_approvals to waypost_link;--> statement-breakpoint
grant select on evaluation_questions to waypost_link;--> statement-breakpoint
grant select (client_id, id, project_id, ordinal, supervisor, internship_facilitator, contact_phone, created_at), insert
  on evaluations to waypost_link;--> statement-breakpoint
grant insert on evaluation_ratings to waypost_link;
