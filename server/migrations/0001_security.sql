-- The platform is a tenant of its own: SuperAdmins belong to it and the default lists are its lists.
insert into clients (id, full_name, short_name, max_users, is_platform)
values ('00000000-0000-4000-8000-000000000001', 'Waypost', 'Waypost', 1000000, true);--> statement-breakpoint
create unique index one_platform on clients (is_platform) where is_platform;--> statement-breakpoint

-- Keys of which only one column may become null, which the table definitions cannot say.
alter table settings add constraint settings_logo_fk foreign key (client_id, logo_file_id)
  references files (client_id, id) on delete set null (logo_file_id);--> statement-breakpoint
alter table users add constraint users_profile_pic_fk foreign key (client_id, profile_pic_id)
  references files (client_id, id) on delete set null (profile_pic_id);--> statement-breakpoint
alter table users add constraint users_agreement_fk foreign key (client_id, agreement_file_id)
  references files (client_id, id) on delete set null (agreement_file_id);--> statement-breakpoint
alter table users add constraint users_resume_fk foreign key (client_id, resume_file_id)
  references files (client_id, id) on delete set null (resume_file_id);--> statement-breakpoint
alter table opportunities add constraint opportunities_business_fk foreign key (client_id, business_id)
  references users (client_id, id) on delete set null (business_id);--> statement-breakpoint
alter table applications add constraint applications_student_fk foreign key (client_id, student_id)
  references users (client_id, id) on delete set null (student_id);--> statement-breakpoint
alter table projects add constraint projects_student_fk foreign key (client_id, student_id)
  references users (client_id, id) on delete set null (student_id);--> statement-breakpoint
alter table projects add constraint projects_business_fk foreign key (client_id, business_id)
  references users (client_id, id) on delete set null (business_id);--> statement-breakpoint

-- Value sets that no row may leave, whoever writes it.
alter table users add constraint users_role check (role in ('Student', 'Business', 'Teacher', 'Admin', 'SuperAdmin'));--> statement-breakpoint
alter table users add constraint users_platform check
  ((role = 'SuperAdmin') = (client_id = '00000000-0000-4000-8000-000000000001'));--> statement-breakpoint
alter table opportunities add constraint opportunities_audience check (audience in ('Open', 'Specific'));--> statement-breakpoint
alter table opportunities add constraint opportunities_dates check
  (application_open <= application_close and employment_start <= employment_stop);--> statement-breakpoint
alter table applications add constraint applications_status check
  (status in ('New', 'Interview Scheduled', 'Offered', 'Accepted', 'Declined', 'Rescinded'));--> statement-breakpoint
alter table projects add constraint projects_status check (business_status in ('open', 'completed', 'terminated'));--> statement-breakpoint
alter table hour_entries add constraint hour_entries_decision check (business_approved in (-1, 0, 1));--> statement-breakpoint
alter table hour_entries add constraint hour_entries_hours check (total_hours > 0 and start_date <= end_date);--> statement-breakpoint
alter table project_reflections add constraint project_reflections_status check (status in ('locked', 'unlocked', 'complete'));--> statement-breakpoint
alter table evaluations add constraint evaluations_ordinal check (ordinal in (1, 2));--> statement-breakpoint

-- The restricted role that every request runs as. It owns nothing, so policies bind it.
do $$ begin
  create role waypost_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;--> statement-breakpoint
do $$ begin
  execute format('grant waypost_app to %I', current_user);
end $$;--> statement-breakpoint
grant usage on schema public to waypost_app;--> statement-breakpoint

-- Tenancy: a row shows only where its client is the one that the transaction has entered. The select
-- around the setting has it read once for a statement, not once for a row.
do $$
declare tenant_table text;
begin
  for tenant_table in
    select c.table_name from information_schema.columns c
    where c.table_schema = 'public' and c.column_name = 'client_id'
  loop
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
revoke update, delete on audit_entries, masquerades from waypost_app;--> statement-breakpoint
grant update (ended_at) on masquerades to waypost_app;--> statement-breakpoint

-- School systems are named to everybody who signs up; only the platform makes and changes them.
alter table clients enable row level security;--> statement-breakpoint
create policy named on clients for select to waypost_app using (true);--> statement-breakpoint
create policy platform on clients to waypost_app
  using (nullif(current_setting('app.client_id', true), '')::uuid = '00000000-0000-4000-8000-000000000001')
  with check (nullif(current_setting('app.client_id', true), '')::uuid = '00000000-0000-4000-8000-000000000001'
    and not is_platform);--> statement-breakpoint
grant select, insert, update, delete on clients to waypost_app;--> statement-breakpoint
grant select on states to waypost_app;--> statement-breakpoint
grant select, insert, update on geocode_answers to waypost_app;--> statement-breakpoint

-- The door: who holds this session's token, and from here on this transaction sees their client alone.
-- Without a session it clears the setting, so that nothing is left over from whoever had the connection.
create function enter(hash bytea, at timestamptz, idle interval)
returns table (
  client_id uuid, user_id uuid, role text, approved boolean, saves integer, email text,
  first_name text, last_name text, business_name text, must_change_password boolean,
  admin_client_id uuid, admin_id uuid, masquerade_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
declare seen timestamptz;
begin
  select s.client_id, s.user_id, u.role, u.approved, u.saves, u.email, u.first_name, u.last_name,
         u.business_name, u.must_change_password, s.admin_client_id, s.admin_id, s.masquerade_id, s.last_seen_at
    into client_id, user_id, role, approved, saves, email, first_name, last_name,
         business_name, must_change_password, admin_client_id, admin_id, masquerade_id, seen
    from sessions s join users u on u.client_id = s.client_id and u.id = s.user_id
   where s.token_hash = hash and s.expires_at > at and s.last_seen_at > at - idle;
  if not found then
    perform set_config('app.client_id', '', true);
    return;
  end if;
  -- Once in five minutes is enough to know that somebody is there.
  if seen < at - interval '5 minutes' then
    update sessions s set last_seen_at = at where s.token_hash = hash;
  end if;
  perform set_config('app.client_id', client_id::text, true);
  return next;
end $$;--> statement-breakpoint

-- Signing in and resetting a password begin with an email alone, before any client is known.
create function find_account(wanted text)
returns table (client_id uuid, user_id uuid, email text, role text, password_hash text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id, u.id, u.email, u.role, u.password_hash from users u where u.email_lower = lower(wanted) collate "C"
$$;--> statement-breakpoint

create function find_password_code(hash bytea, at timestamptz)
returns table (client_id uuid, user_id uuid, email text, purpose text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id, u.id, u.email, c.purpose
    from password_codes c join users u on u.client_id = c.client_id and u.id = c.user_id
   where c.code_hash = hash and c.used_at is null and c.expires_at > at
$$;--> statement-breakpoint

-- A logo is the one file that anybody may see.
create function find_logo(wanted uuid)
returns table (client_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.client_id from settings s where s.logo_file_id = wanted
$$;--> statement-breakpoint

revoke execute on function enter(bytea, timestamptz, interval), find_account(text),
  find_password_code(bytea, timestamptz), find_logo(uuid) from public;--> statement-breakpoint
grant execute on function enter(bytea, timestamptz, interval), find_account(text),
  find_password_code(bytea, timestamptz), find_logo(uuid) to waypost_app;--> statement-breakpoint

insert into states (code, name) values
  ('AL','Alabama'),('AK','Alaska'),('AZ','Arizona'),('AR','Arkansas'),('CA','California'),('CO','Colorado'),
  ('CT','Connecticut'),('DE','Delaware'),('DC','District of Columbia'),('FL','Florida'),('GA','Georgia'),
  ('HI','Hawaii'),('ID','Idaho'),('IL','Illinois'),('IN','Indiana'),('IA','Iowa'),('KS','Kansas'),
  ('KY','Kentucky'),('LA','Louisiana'),('ME','Maine'),('MD','Maryland'),('MA','Massachusetts'),('MI','Michigan'),
  ('MN','Minnesota'),('MS','Mississippi'),('MO','Missouri'),('MT','Montana'),('NE','Nebraska'),('NV','Nevada'),
  ('NH','New Hampshire'),('NJ','New Jersey'),('NM','New Mexico'),('NY','New York'),('NC','North Carolina'),
  ('ND','North Dakota'),('OH','Ohio'),('OK','Oklahoma'),('OR','Oregon'),('PA','Pennsylvania'),('PR','Puerto Rico'),
  ('RI','Rhode Island'),('SC','South Carolina'),('SD','South Dakota'),('TN','Tennessee'),('TX','Texas'),
  ('UT','Utah'),('VT','Vermont'),('VI','Virgin Islands'),('VA','Virginia'),('WA','Washington'),
  ('WV','West Virginia'),('WI','Wisconsin'),('WY','Wyoming');
