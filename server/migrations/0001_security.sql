-- The platform is a tenant of its own: SuperAdmins belong to it and the default lists are its lists.
insert into clients (id, full_name, short_name, max_users, is_platform)
values ('00000000-0000-4000-8000-000000000001', 'Waypost', 'Waypost', 1000000, true);
--> statement-breakpoint
create unique index one_platform on clients (is_platform) where is_platform;
--> statement-breakpoint
-- What visitors and SuperAdmins are shown: the platform's own name in the footer and on the landing page.
insert into settings (client_id, short_name, full_name, is_complete)
values ('00000000-0000-4000-8000-000000000001', 'Waypost', 'Waypost', true);
--> statement-breakpoint
-- Keys of which only one column may become null, which the table definitions cannot say.
alter table settings add constraint settings_logo_fk foreign key (client_id, logo_file_id)
  references files (client_id, id) on delete set null (logo_file_id);
--> statement-breakpoint
alter table users add constraint users_profile_pic_fk foreign key (client_id, profile_pic_id)
  references files (client_id, id) on delete set null (profile_pic_id);
--> statement-breakpoint
alter table users add constraint users_agreement_fk foreign key (client_id, agreement_file_id)
  references files (client_id, id) on delete set null (agreement_file_id);
--> statement-breakpoint
alter table users add constraint users_resume_fk foreign key (client_id, resume_file_id)
  references files (client_id, id) on delete set null (resume_file_id);
--> statement-breakpoint
alter table opportunities add constraint opportunities_business_fk foreign key (client_id, business_id)
  references users (client_id, id) on delete set null (business_id);
--> statement-breakpoint
alter table applications add constraint applications_student_fk foreign key (client_id, student_id)
  references users (client_id, id) on delete set null (student_id);
--> statement-breakpoint
alter table projects add constraint projects_student_fk foreign key (client_id, student_id)
  references users (client_id, id) on delete set null (student_id);
--> statement-breakpoint
alter table projects add constraint projects_business_fk foreign key (client_id, business_id)
  references users (client_id, id) on delete set null (business_id);
--> statement-breakpoint
alter table projects add constraint projects_supervisor_fk foreign key (client_id, supervisor_id)
  references business_contacts (client_id, id) on delete set null (supervisor_id);
--> statement-breakpoint
-- Value sets that no row may leave, whoever writes it.
alter table users add constraint users_role check (role in ('Student', 'Business', 'Teacher', 'Admin', 'SuperAdmin'));
--> statement-breakpoint
alter table users add constraint users_platform check
  ((role = 'SuperAdmin') = (client_id = '00000000-0000-4000-8000-000000000001'));
--> statement-breakpoint
alter table opportunities add constraint opportunities_audience check (audience in ('Open', 'Specific'));
--> statement-breakpoint
alter table opportunities add constraint opportunities_dates check
  (application_open <= application_close and employment_start <= employment_stop);
--> statement-breakpoint
alter table applications add constraint applications_status check
  (status in ('New', 'Interview Scheduled', 'Offered', 'Accepted', 'Declined', 'Rescinded'));
--> statement-breakpoint
alter table projects add constraint projects_status check (business_status in ('open', 'completed', 'terminated'));
--> statement-breakpoint
alter table hour_entries add constraint hour_entries_decision check (business_approved in (-1, 0, 1));
--> statement-breakpoint
alter table hour_entries add constraint hour_entries_hours check (total_hours > 0 and start_date <= end_date);
--> statement-breakpoint
alter table project_reflections add constraint project_reflections_status check (status in ('locked', 'unlocked', 'complete'));
--> statement-breakpoint
alter table evaluations add constraint evaluations_ordinal check (ordinal in (1, 2));
--> statement-breakpoint
alter table students add constraint students_birth_date_given check (birth_date_by in ('school', 'student'));
--> statement-breakpoint
alter table agreement_signatures add constraint agreement_signatures_proof check (proof in ('email', 'phone'));
--> statement-breakpoint
alter table consents add constraint consents_proof check (proof in ('email', 'phone'));
--> statement-breakpoint
-- Checked at the commit: an order is saved row by row.
alter table guardians add constraint guardians_in_order unique (client_id, student_id, ordinal)
  deferrable initially deferred;
--> statement-breakpoint
alter table business_contacts add constraint business_contacts_in_order unique (client_id, business_id, ordinal)
  deferrable initially deferred;
--> statement-breakpoint
-- The restricted role that every request runs as. It owns nothing, so policies bind it.
do $$ begin
  create role waypost_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
--> statement-breakpoint
do $$ begin
  execute format('grant waypost_app to %I', current_user);
end $$;
--> statement-breakpoint
grant usage on schema public to waypost_app;
--> statement-breakpoint
-- The role that a link acts as. Requests can become it, and must not inherit from it: else its policies would be part of
-- each of their own queries.
do $$ begin
  create role waypost_link nologin;
exception when duplicate_object or unique_violation then null;
end $$;
--> statement-breakpoint
do $$ begin
  if pg_has_role('waypost_app', 'waypost_link', 'member') then
    null;
  elsif current_setting('server_version_num')::int >= 160000 then
    execute 'grant waypost_link to waypost_app with inherit false, set true';
  else
    grant waypost_link to waypost_app;
    alter role waypost_app noinherit;
  end if;
end $$;
--> statement-breakpoint
grant usage on schema public to waypost_link;
--> statement-breakpoint
-- Makes a table one of a school system's: a row can be read and written only while the transaction has entered its client.
-- The select around the setting has it read once for a statement, not once for a row. Call it in the migration that
-- creates the table: select protect('notes'), or with fewer rights: select protect('notes', 'select, insert').
create function protect(name text, rights text default 'select, insert, update, delete') returns void
language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format(
    'create policy tenant on %I to waypost_app
       using (client_id = (select nullif(current_setting(''app.client_id'', true), '''')::uuid))
       with check (client_id = (select nullif(current_setting(''app.client_id'', true), '''')::uuid))',
    name);
  execute format('grant %s on %I to waypost_app', rights, name);
end $$;
--> statement-breakpoint
revoke execute on function protect(text, text) from public;
--> statement-breakpoint
select protect(name) from unnest(array[
  'agreement_templates', 'applications', 'business_contacts', 'businesses', 'calendar_feeds',
  'contact_log_entries', 'evaluation_questions', 'evaluation_ratings', 'evaluations', 'files', 'focus_areas',
  'follow_ups', 'guardians', 'hour_entries', 'interviews', 'known_devices', 'link_codes', 'links', 'notices',
  'opportunities', 'opportunity_focus_areas', 'opportunity_programs', 'opportunity_schools',
  'opportunity_students', 'password_codes', 'programs', 'project_approvals', 'project_files', 'project_notes',
  'project_reflections', 'project_returns', 'projects', 'recovery_codes', 'reflection_questions',
  'reminded_people', 'reminder_plans', 'saved_searches', 'schools', 'second_factors', 'sessions', 'settings',
  'students', 'user_focus_areas', 'user_programs', 'user_schools', 'users'
]) name;
--> statement-breakpoint
-- What was recorded, signed, decided or sealed stays as it is.
select protect('audit_entries', 'select, insert');
--> statement-breakpoint
select protect('masquerades', 'select, insert');
--> statement-breakpoint
select protect('link_acts', 'select, insert');
--> statement-breakpoint
select protect('agreement_signatures', 'select, insert');
--> statement-breakpoint
select protect('agreement_template_versions', 'select, insert');
--> statement-breakpoint
select protect('consents', 'select, insert');
--> statement-breakpoint
select protect('supervisor_confirmations', 'select, insert');
--> statement-breakpoint
select protect('signed_documents', 'select, insert');
--> statement-breakpoint
select protect('hour_entry_keys', 'select, insert');
--> statement-breakpoint
-- Only triggers write to these.
select protect('audit_chain', 'select');
--> statement-breakpoint
select protect('opportunity_words', 'select');
--> statement-breakpoint
select protect('agreements', 'select, insert, update');
--> statement-breakpoint
select protect('saved_opportunities', 'select, insert, delete');
--> statement-breakpoint
grant update (ended_at) on masquerades to waypost_app;
--> statement-breakpoint
-- School systems are named to everybody who signs up; only the platform makes and changes them.
alter table clients enable row level security;
--> statement-breakpoint
create policy named on clients for select to waypost_app using (true);
--> statement-breakpoint
create policy platform on clients to waypost_app
  using (nullif(current_setting('app.client_id', true), '')::uuid = '00000000-0000-4000-8000-000000000001')
  with check (nullif(current_setting('app.client_id', true), '')::uuid = '00000000-0000-4000-8000-000000000001'
    and not is_platform);
--> statement-breakpoint
grant select, insert, update, delete on clients to waypost_app;
--> statement-breakpoint
grant select on states to waypost_app;
--> statement-breakpoint
grant select, insert, update on geocode_answers to waypost_app;
--> statement-breakpoint
-- Counts that a crash may lose: unlogged, they cost a request no wait for the disk.
alter table tries set unlogged;
--> statement-breakpoint
grant select, insert, update, delete on tries to waypost_app;
--> statement-breakpoint
-- A decision stays as it was; merging two accounts moves it.
grant select, insert, update (student_id) on consents to waypost_app;
--> statement-breakpoint
-- Finds the session with this token, and enters its client: from here on, the transaction sees that client's rows only.
-- Without a session it clears the setting, so that nothing is left over from the connection's last transaction.
create function enter(hash bytea, at timestamptz, idle interval)
returns table (
  client_id uuid, user_id uuid, role text, approved boolean, confirmed boolean, saves integer, email text,
  first_name text, last_name text, business_name text, must_change_password boolean, needs_second_factor boolean,
  admin_client_id uuid, admin_id uuid, admin_name text, masquerade_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
declare seen timestamptz;
begin
  select s.client_id, s.user_id, u.role, u.approved, u.confirmed, u.saves, u.email, u.first_name, u.last_name,
         u.business_name, u.must_change_password, s.needs_second_factor, s.admin_client_id, s.admin_id, m.admin_name,
         s.masquerade_id, s.last_seen_at
    into client_id, user_id, role, approved, confirmed, saves, email, first_name, last_name,
         business_name, must_change_password, needs_second_factor, admin_client_id, admin_id, admin_name,
         masquerade_id, seen
    from sessions s join users u on u.client_id = s.client_id and u.id = s.user_id
    left join masquerades m on m.client_id = s.client_id and m.id = s.masquerade_id
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
end $$;
--> statement-breakpoint
-- Logging in and resetting a password begin with an email, before any client is known.
create function find_account(wanted text)
returns table (
  client_id uuid, user_id uuid, email text, role text, password_hash text, confirmed boolean, proven boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id, u.id, u.email, u.role, u.password_hash, u.confirmed, u.confirmed and u.previous_email is null
    from users u where u.email_lower = lower(wanted) collate "C"
$$;
--> statement-breakpoint
create function find_password_code(hash bytea, at timestamptz)
returns table (client_id uuid, user_id uuid, email text, purpose text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id, u.id, u.email, c.purpose
    from password_codes c join users u on u.client_id = c.client_id and u.id = c.user_id
   where c.code_hash = hash and c.used_at is null and c.expires_at > at
$$;
--> statement-breakpoint
-- A logo is the one file that anybody may see.
create function find_logo(wanted uuid)
returns table (client_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.client_id from settings s where s.logo_file_id = wanted
$$;
--> statement-breakpoint
revoke execute on function enter(bytea, timestamptz, interval), find_account(text), find_password_code(bytea, timestamptz), find_logo(uuid) from public;
--> statement-breakpoint
grant execute on function enter(bytea, timestamptz, interval), find_account(text), find_password_code(bytea, timestamptz), find_logo(uuid) to waypost_app;
--> statement-breakpoint
-- Locks a school system's row while an account takes one of its seats. Requests may not update the row, so they could
-- not lock it themselves.
create function lock_client(wanted uuid)
returns table (max_users integer)
language sql security definer set search_path = public, pg_temp as $$
  select c.max_users from clients c where c.id = wanted and not c.is_platform for no key update
$$;
--> statement-breakpoint
revoke execute on function lock_client(uuid) from public;
--> statement-breakpoint
grant execute on function lock_client(uuid) to waypost_app;
--> statement-breakpoint
-- A SuperAdmin may open an Admin, and nobody else of a school system: only the platform is told which client one is in.
create function find_admin(wanted uuid)
returns table (client_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id from clients c join users u on u.client_id = c.id
   where u.id = wanted and u.role = 'Admin'
     and nullif(current_setting('app.client_id', true), '')::uuid = '00000000-0000-4000-8000-000000000001'
$$;
--> statement-breakpoint
revoke execute on function find_admin(uuid) from public;
--> statement-breakpoint
grant execute on function find_admin(uuid) to waypost_app;
--> statement-breakpoint
-- How many accounts each school system has, for SuperAdmins only: a request sees one client's rows.
-- An account without a confirmed email takes no seat, so it does not count toward `max_users`.
create function users_of_clients()
returns table (client_id uuid, users bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id, count(*) from users u
   where nullif(current_setting('app.client_id', true), '')::uuid = '00000000-0000-4000-8000-000000000001'
     and u.confirmed
   group by u.client_id
$$;
--> statement-breakpoint
revoke execute on function users_of_clients() from public;
--> statement-breakpoint
grant execute on function users_of_clients() to waypost_app;
--> statement-breakpoint
-- An account that is deactivated, deleted or given another password stops acting for others too, in any client: a
-- request sees the sessions of one.
create function end_masquerades_of(wanted uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from sessions s
   where s.admin_id = wanted
     and s.admin_client_id = nullif(current_setting('app.client_id', true), '')::uuid
$$;
--> statement-breakpoint
-- A masquerade ends with its session, at the moment when that was last used.
create function close_masquerade() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update masquerades m set ended_at = old.last_seen_at
   where m.client_id = old.client_id and m.id = old.masquerade_id and m.ended_at is null;
  return null;
end $$;
--> statement-breakpoint
create trigger masquerade_closed after delete on sessions
  for each row when (old.masquerade_id is not null) execute function close_masquerade();
--> statement-breakpoint
-- A SuperAdmin may act as any person of a school system: only the platform is told which client one is in.
create function find_client_of(wanted uuid)
returns table (client_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id from clients c join users u on u.client_id = c.id
   where u.id = wanted and not c.is_platform
     and nullif(current_setting('app.client_id', true), '')::uuid = '00000000-0000-4000-8000-000000000001'
$$;
--> statement-breakpoint
revoke execute on function end_masquerades_of(uuid), close_masquerade(), find_client_of(uuid) from public;
--> statement-breakpoint
grant execute on function end_masquerades_of(uuid), find_client_of(uuid) to waypost_app;
--> statement-breakpoint
-- Removes accounts without a confirmed email, in any client, to free the email for its owner or because their time is
-- over. Returns the storage keys of their files.
-- An account that changed to such an email and never confirmed it gets its earlier one back; if that belongs to another
-- account by now, it has none until its owner chooses another.
create function remove_unconfirmed(emails text[])
returns table (storage_key text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  given text[] := array(select lower(one) collate "C" from unnest(emails) one);
  gone record;
begin
  for gone in delete from users u where u.email_lower = any(given) and not u.confirmed returning u.client_id, u.id
  loop
    return query delete from files f where f.client_id = gone.client_id and f.owner_id = gone.id
      returning f.storage_key;
  end loop;
  for gone in update users u
       set email = case
             when exists(select from users o where o.email_lower = lower(u.previous_email) collate "C")
             then u.id || '@nobody.invalid' else u.previous_email end,
           previous_email = null
     where u.email_lower = any(given) and u.previous_email is not null
     returning u.client_id, u.id
  loop
    delete from password_codes c where c.client_id = gone.client_id and c.user_id = gone.id;
  end loop;
end $$;
--> statement-breakpoint
create function remove_unconfirmed_before(moment timestamptz)
returns table (storage_key text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare gone record;
begin
  for gone in delete from users u where u.created_at < moment and not u.confirmed returning u.client_id, u.id
  loop
    return query delete from files f where f.client_id = gone.client_id and f.owner_id = gone.id
      returning f.storage_key;
  end loop;
end $$;
--> statement-breakpoint
revoke execute on function remove_unconfirmed(text[]), remove_unconfirmed_before(timestamptz) from public;
--> statement-breakpoint
grant execute on function remove_unconfirmed(text[]), remove_unconfirmed_before(timestamptz) to waypost_app;
--> statement-breakpoint
-- Which of these sessions can be used, as `enter` decides it: for streams, which do not use their session.
create function live_sessions(hashes bytea[], at timestamptz, idle interval) returns setof bytea
language sql stable security definer set search_path = public, pg_temp as $$
  select s.token_hash from sessions s
   where s.token_hash = any(hashes) and s.expires_at > at and s.last_seen_at > at - idle
$$;
--> statement-breakpoint
revoke execute on function live_sessions(bytea[], timestamptz, interval) from public;
--> statement-breakpoint
grant execute on function live_sessions(bytea[], timestamptz, interval) to waypost_app;
--> statement-breakpoint
-- The link in an email contains only its code.
create function find_stop_code(code text)
returns table (client_id uuid, student_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.client_id, s.student_id from saved_searches s
   where s.stop_code = case when code ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then code::uuid end
$$;
--> statement-breakpoint
revoke execute on function find_stop_code(text) from public;
--> statement-breakpoint
grant execute on function find_stop_code(text) to waypost_app;
--> statement-breakpoint
-- A calendar's address contains only its token. A deactivated account has no feed.
create function find_calendar_feed(hash bytea)
returns table (
  client_id uuid, user_id uuid, role text, approved boolean, confirmed boolean, saves integer, locale text, time_zone text)
language sql stable security definer set search_path = public, pg_temp as $$
  select f.client_id, f.user_id, u.role, u.approved, u.confirmed, u.saves, coalesce(u.locale, s.locale, 'en'), s.time_zone
    from calendar_feeds f
    join users u on u.client_id = f.client_id and u.id = f.user_id
    left join settings s on s.client_id = f.client_id
   where f.token_hash = hash and u.deactivated_at is null
$$;
--> statement-breakpoint
revoke execute on function find_calendar_feed(bytea) from public;
--> statement-breakpoint
grant execute on function find_calendar_feed(bytea) to waypost_app;
--> statement-breakpoint
-- The header of an email contains only its code.
create function find_stop_owner(code text)
returns table (client_id uuid, user_id uuid, role text, locale text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id, u.id, u.role, coalesce(u.locale, s.locale, 'en')
    from users u left join settings s on s.client_id = u.client_id
   where u.stop_code = case when code ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then code::uuid end
$$;
--> statement-breakpoint
revoke execute on function find_stop_owner(text) from public;
--> statement-breakpoint
grant execute on function find_stop_owner(text) to waypost_app;
--> statement-breakpoint
-- What anyone who has the code of a signed document may know about it.
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
$$;
--> statement-breakpoint
revoke execute on function find_signed_document(text) from public;
--> statement-breakpoint
grant execute on function find_signed_document(text) to waypost_app;
--> statement-breakpoint
-- After an import of thousands of rows, updates the planner's statistics at once: until autovacuum does, up to a minute
-- later, it would take the tables for nearly empty and choose nested loops.
create function count_anew() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze users, students, opportunities, opportunity_focus_areas, opportunity_schools, opportunity_programs;
end $$;
--> statement-breakpoint
revoke execute on function count_anew() from public;
--> statement-breakpoint
grant execute on function count_anew() to waypost_app;
--> statement-breakpoint
-- Gives an entry its place behind the last one of its client. The lock is released by the end of the transaction, so the
-- chain has neither gaps nor forks. Entries that were restored have their place already; a deleted client's need none.
-- Plans are made while the tables are small and kept while they grow: only indexes will do.
create function chain_audit_entry(e audit_entries) returns void
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  last_position bigint;
  last_hash bytea;
  parts text[];
  salts bytea[];
  seals bytea[];
begin
  if not exists (select from clients c where c.id = e.client_id)
     or exists (select from audit_chain c where c.entry_id = e.id) then
    return;
  end if;
  perform pg_advisory_xact_lock(7269002, hashtext(e.client_id::text));
  select c.position, c.hash into last_position, last_hash
    from audit_chain c where c.client_id = e.client_id order by c.position desc limit 1;
  parts := array[e.actor_name, e.admin_name, e.subject_name, e.details::text];
  for n in 1..4 loop
    -- 122 random bits: a name cannot be guessed from its seal once the salt is gone.
    salts[n] := case when parts[n] is not null then uuid_send(gen_random_uuid()) end;
    seals[n] := sha256(salts[n] || convert_to(parts[n], 'UTF8'));
  end loop;
  last_position := coalesce(last_position, 0) + 1;
  insert into audit_chain values (e.client_id, last_position, e.id, salts, seals,
    sha256(coalesce(last_hash, '') || convert_to(array_to_string(array[
      e.client_id::text, last_position::text, e.id::text, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      e.action, e.actor_id::text, e.admin_id::text, e.subject_id::text,
      encode(seals[1], 'hex'), encode(seals[2], 'hex'), encode(seals[3], 'hex'), encode(seals[4], 'hex')
    ], E'\n', '-'), 'UTF8')));
end $$;
--> statement-breakpoint
create function chain_new_audit_entry() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform chain_audit_entry(new);
  return null;
end $$;
--> statement-breakpoint
-- Deferred to the commit: the lock on a client's chain is held no longer than that takes, and nothing is locked behind it.
create constraint trigger audit_entry_chained after insert on audit_entries
  deferrable initially deferred for each row execute function chain_new_audit_entry();
--> statement-breakpoint
-- Blanks what the trail says of a person by name: the names and details, and the salts of their seals. The erasure itself has
-- to be recorded: blanked parts without an entry of it count as altered.
create function erase_from_audit(person uuid, names text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  client uuid := nullif(current_setting('app.client_id', true), '')::uuid;
  of_them boolean[];
  e audit_entries;
begin
  for e in select * from audit_entries a
     where a.client_id = client
       and (person in (a.actor_id, a.admin_id, a.subject_id)
         or exists (select from unnest(names) name where name <> '' and position(lower(name) in lower(a.details::text)) > 0))
  loop
    of_them := array[e.actor_id = person, e.admin_id = person, e.subject_id = person, true];
    update audit_entries a set
      actor_name = case when of_them[1] then '' else a.actor_name end,
      admin_name = case when of_them[2] then '' else a.admin_name end,
      subject_name = case when of_them[3] then '' else a.subject_name end,
      details = null
     where a.client_id = client and a.id = e.id;
    update audit_chain c set salts = array(
        select case when of_them[n] then null else c.salts[n] end from generate_series(1, 4) n order by n)
     where c.client_id = client and c.entry_id = e.id;
  end loop;
end $$;
--> statement-breakpoint
revoke execute on function chain_audit_entry(audit_entries), chain_new_audit_entry(), erase_from_audit(uuid, text[]) from public;
--> statement-breakpoint
grant execute on function erase_from_audit(uuid, text[]) to waypost_app;
--> statement-breakpoint
-- The stems of a text's words, without its tags and accents.
create function stems_of(given text) returns text[] language sql immutable parallel safe as $$
  select tsvector_to_array(to_tsvector('pg_catalog.english', regexp_replace(lower(regexp_replace(
    normalize(regexp_replace(given, '<[^<>]*>|&#?[[:alnum:]]+;', ' ', 'g'), NFKD),
    '[\u0300-\u036f]', '', 'g')), '[^[:alnum:]]+', ' ', 'g')))
$$;
--> statement-breakpoint
create function index_words(client uuid, opportunity uuid) returns void language plpgsql as $$
begin
  delete from opportunity_words w where w.client_id = client and w.opportunity_id = opportunity;
  insert into opportunity_words
    select o.client_id, stem.word, o.id
      from opportunities o left join users b on b.client_id = o.client_id and b.id = o.business_id,
           unnest(stems_of(concat_ws(' ', o.title, b.business_name, o.short_description, o.full_description,
             o.skills_required))) stem(word)
     where o.client_id = client and o.id = opportunity
    on conflict do nothing;
end $$;
--> statement-breakpoint
create function index_opportunity() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- One that was restored has its words already.
  if tg_op = 'UPDATE' or not exists (
    select from opportunity_words w where w.client_id = new.client_id and w.opportunity_id = new.id) then
    perform index_words(new.client_id, new.id);
  end if;
  return null;
end $$;
--> statement-breakpoint
create function index_business() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform index_words(o.client_id, o.id) from opportunities o
    where o.client_id = new.client_id and o.business_id = new.id;
  return null;
end $$;
--> statement-breakpoint
-- Deferred to the commit: then a restore has both the opportunity and its business.
create constraint trigger opportunity_indexed
  after insert or update of title, short_description, full_description, skills_required, business_id on opportunities
  deferrable initially deferred for each row execute function index_opportunity();
--> statement-breakpoint
create constraint trigger business_indexed after update of business_name on users
  deferrable initially deferred for each row when (old.business_name is distinct from new.business_name)
  execute function index_business();
--> statement-breakpoint
-- Tells every server, at the commit, for which account there is something new, and nothing else.
create function tell_of_notice() returns trigger language plpgsql as $$
begin
  perform pg_notify('waypost_notices', new.user_id::text);
  return null;
end $$;
--> statement-breakpoint
create trigger tell_of_notice after insert or update on notices for each row execute function tell_of_notice();
--> statement-breakpoint
-- A corrected address is a new one, whoever corrects it.
create function forget_returned_mail() returns trigger language plpgsql as $$
begin
  if lower(new.email) <> lower(old.email) then
    new.mail_returned_at := null;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger forget_returned_mail before update of email on users
  for each row execute function forget_returned_mail();
--> statement-breakpoint
create trigger forget_returned_mail before update of email on guardians
  for each row execute function forget_returned_mail();
--> statement-breakpoint
create trigger forget_returned_mail before update of email on business_contacts
  for each row execute function forget_returned_mail();
--> statement-breakpoint
-- The facts about a placement's progress, in one query. It has its caller's rights: accounts see their own client's rows.
create function placement_facts(of_client uuid, of_project uuid) returns jsonb
language sql stable as $$
  select jsonb_build_object(
      'client_id', p.client_id, 'project_id', p.id, 'student_id', p.student_id, 'business_id', p.business_id,
      'first_name', coalesce(s.first_name, ''), 'last_name', coalesce(s.last_name, ''), 'birth_date', t.birth_date,
      'business', coalesce(b.business_name, ''), 'title', o.title, 'internship_type', o.internship_type,
      'starts_on', o.employment_start, 'ends_on', o.employment_stop, 'status', p.business_status,
      'placed_at', p.created_at, 'hours_before_signed', coalesce(c.hours_before_signed, true))
    || jsonb_build_object(
      'consent', (
        select jsonb_build_object('decision', x.decision, 'at', coalesce(x.decided_at, x.recorded_at))
          from consents x where x.client_id = p.client_id and x.student_id = p.student_id
         order by x.recorded_at desc, x.id desc limit 1),
      'asked_at', (
        select min(l.created_at) from links l
         where l.client_id = p.client_id and l.subject_id = p.student_id and l.purpose = 'consent'
           and l.revoked_at is null and l.done_at is null),
      'agreement', case when a.id is not null then jsonb_build_object(
        'status', a.status, 'expires_at', a.expires_at, 'parties', to_jsonb(a.parties), 'order', a.signing_order,
        'sent_at', a.sent_at, 'updated_at', a.updated_at, 'closed_at', a.closed_at,
        'signatures', coalesce((
          select jsonb_agg(jsonb_build_object(
                   'party', g.party, 'at', coalesce(to_jsonb(g.signed_at), to_jsonb(g.signed_on))))
            from agreement_signatures g where g.client_id = a.client_id and g.agreement_id = a.id), '[]')) end,
      'draft', case when a.status = 'draft' then jsonb_build_object('body', a.body, 'terms', a.terms) end)
    || jsonb_build_object(
      'accepted', h.accepted, 'pending', h.pending, 'total', h.total, 'pending_count', h.pending_count,
      'hours_at', h.updated_at, 'waiting_since', h.waiting_since,
      'questions', r.questions, 'answers', r.answers, 'reflections_at', r.answered_at,
      'evaluations', e.submitted, 'evaluated_at', e.submitted_at,
      'has_summary', p.final_summary <> '', 'summary_at', p.final_summary_updated_at,
      'files', f.files, 'files_at', f.added_at,
      'approved_at', coalesce((
        select jsonb_object_agg(d.item, d.approved_at) from project_approvals d
         where d.client_id = p.client_id and d.project_id = p.id), '{}'),
      'sent_back_at', coalesce((
        select jsonb_object_agg(d.item, d.sent_back_at) from project_returns d
         where d.client_id = p.client_id and d.project_id = p.id), '{}'))
    from projects p
    join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
    left join users s on s.client_id = p.client_id and s.id = p.student_id
    left join students t on t.client_id = p.client_id and t.user_id = p.student_id
    left join users b on b.client_id = p.client_id and b.id = p.business_id
    left join settings c on c.client_id = p.client_id
    -- The version in effect: the newest, or if that was discarded, the signed one.
    left join lateral (
      select v.* from (
        select g.*, max(g.version) over () as newest from agreements g
         where g.client_id = p.client_id and g.project_id = p.id) v
       order by case when v.version = v.newest and v.status <> 'void' then 0
                     when v.status = 'signed' then 1 when v.version = v.newest then 2 else 3 end, v.version desc
       limit 1) a on true
    cross join lateral (
      select coalesce(sum(n.total_hours) filter (where n.business_approved = 1), 0) as accepted,
             coalesce(sum(n.total_hours) filter (where n.business_approved = 0), 0) as pending,
             coalesce(sum(n.total_hours) filter (where n.business_approved <> -1), 0) as total,
             count(*) filter (where n.business_approved = 0) as pending_count,
             max(greatest(n.created_at, n.decided_at)) as updated_at,
             min(n.created_at) filter (where n.business_approved = 0) as waiting_since
        from hour_entries n where n.client_id = p.client_id and n.project_id = p.id) h
    cross join lateral (
      select count(*) as questions, count(*) filter (where n.status = 'complete') as answers,
             max(n.answered_at) as answered_at
        from project_reflections n where n.client_id = p.client_id and n.project_id = p.id) r
    cross join lateral (
      select count(*) as submitted, max(n.created_at) as submitted_at
        from evaluations n where n.client_id = p.client_id and n.project_id = p.id) e
    cross join lateral (
      select count(*) as files, min(n.created_at) as added_at
        from project_files n where n.client_id = p.client_id and n.project_id = p.id) f
   where p.client_id = of_client and p.id = of_project
$$;
--> statement-breakpoint
revoke execute on function placement_facts(uuid, uuid) from public;
--> statement-breakpoint
grant execute on function placement_facts(uuid, uuid) to waypost_app;
--> statement-breakpoint
create function find_link(hash bytea, at timestamptz)
returns table (
  client_id uuid, link_id uuid, purpose text, subject_id uuid, account_id uuid, recipient_name text, recipient_email text,
  locale text, state text, passed_on_to text, created_at timestamptz, client_name text, client_phone text,
  client_time_zone text)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.client_id, l.id, l.purpose, l.subject_id, l.account_id, l.recipient_name, l.recipient_email, l.locale,
         case when l.passed_on_to is not null then 'passed on'
              when l.revoked_at is not null then 'revoked'
              when l.done_at is not null then 'done'
              when l.expires_at <= at then 'expired'
              else 'open' end,
         l.passed_on_to, l.created_at, coalesce(nullif(s.full_name, ''), c.full_name), coalesce(s.phone_number, ''),
         coalesce(s.time_zone, 'America/New_York')
    from links l join clients c on c.id = l.client_id left join settings s on s.client_id = l.client_id
   where l.token_hash = hash
$$;
--> statement-breakpoint
-- Enters a link: an open one puts the transaction under `waypost_link`, whose policies ask for the token that opened it.
-- It runs with its caller's rights, because a `security definer` function cannot change the role.
create function enter_link(hash bytea, at timestamptz)
returns table (
  client_id uuid, link_id uuid, purpose text, subject_id uuid, account_id uuid, recipient_name text, recipient_email text,
  locale text, state text, passed_on_to text, created_at timestamptz, client_name text, client_phone text,
  client_time_zone text)
language plpgsql as $$
begin
  perform set_config('app.client_id', '', true), set_config('app.link', '', true);
  select * into client_id, link_id, purpose, subject_id, account_id, recipient_name, recipient_email, locale, state,
         passed_on_to, created_at, client_name, client_phone, client_time_zone
    from find_link(hash, at);
  if not found then
    return;
  end if;
  if state = 'open' then
    perform set_config('app.link', encode(hash, 'hex'), true);
    perform set_config('role', 'waypost_link', true);
  end if;
  return next;
end $$;
--> statement-breakpoint
-- The link that this transaction entered, if it has this purpose. Found by its token, so that another one cannot be named.
create function current_link(wanted text)
returns table (client_id uuid, subject_id uuid, created_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.client_id, l.subject_id, l.created_at from links l
   where l.token_hash = decode(nullif(current_setting('app.link', true), ''), 'hex') and l.purpose = wanted
     and l.done_at is null and l.revoked_at is null
$$;
--> statement-breakpoint
-- Purpose `hours`: a business's placements with hours that were pending when the link was made, or since.
create function placements_of_hours_link()
returns table (project_id uuid, student_id uuid, opportunity_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.id, p.student_id, p.opportunity_id
    from current_link('hours') l join projects p on p.client_id = l.client_id and p.business_id = l.subject_id
   where exists (
     select from hour_entries h where h.client_id = p.client_id and h.project_id = p.id
        and (h.business_approved = 0 or h.decided_at >= l.created_at))
$$;
--> statement-breakpoint
revoke execute on function find_link(bytea, timestamptz), enter_link(bytea, timestamptz), current_link(text), placements_of_hours_link() from public;
--> statement-breakpoint
grant execute on function find_link(bytea, timestamptz), enter_link(bytea, timestamptz) to waypost_app;
--> statement-breakpoint
grant execute on function current_link(text), placements_of_hours_link() to waypost_link;
--> statement-breakpoint
create policy hours_link on projects to waypost_link
  using (client_id = (select client_id from current_link('hours'))
    and id in (select project_id from placements_of_hours_link()));
--> statement-breakpoint
create policy hours_link on opportunities for select to waypost_link
  using (client_id = (select client_id from current_link('hours'))
    and id in (select opportunity_id from placements_of_hours_link()));
--> statement-breakpoint
create policy hours_link on users for select to waypost_link
  using (client_id = (select client_id from current_link('hours'))
    and (id = (select subject_id from current_link('hours'))
      or id in (select student_id from placements_of_hours_link())));
--> statement-breakpoint
create policy hours_link on hour_entries for select to waypost_link
  using (client_id = (select client_id from current_link('hours'))
    and project_id in (select project_id from placements_of_hours_link())
    and (business_approved = 0 or decided_at >= (select created_at from current_link('hours'))));
--> statement-breakpoint
create policy hours_link_decides on hour_entries for update to waypost_link
  using (client_id = (select client_id from current_link('hours'))
    and project_id in (select project_id from placements_of_hours_link()) and business_approved = 0)
  with check (business_approved <> 0);
--> statement-breakpoint
create policy hours_link on project_approvals to waypost_link
  using (client_id = (select client_id from current_link('hours'))
    and project_id in (select project_id from placements_of_hours_link()));
--> statement-breakpoint
-- Purpose `evaluation`: one placement, its two people, and what to answer.
create function people_of_evaluation_link()
returns table (user_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select unnest(array[p.student_id, p.business_id])
    from current_link('evaluation') l join projects p on p.client_id = l.client_id and p.id = l.subject_id
$$;
--> statement-breakpoint
revoke execute on function people_of_evaluation_link() from public;
--> statement-breakpoint
grant execute on function people_of_evaluation_link() to waypost_link;
--> statement-breakpoint
create policy evaluation_link on projects to waypost_link
  using (client_id = (select client_id from current_link('evaluation'))
    and id = (select subject_id from current_link('evaluation')));
--> statement-breakpoint
create policy evaluation_link on opportunities for select to waypost_link
  using (client_id = (select client_id from current_link('evaluation'))
    and id in (select p.opportunity_id from projects p where p.id = (select subject_id from current_link('evaluation'))));
--> statement-breakpoint
create policy evaluation_link on users for select to waypost_link
  using (client_id = (select client_id from current_link('evaluation'))
    and id in (select user_id from people_of_evaluation_link()));
--> statement-breakpoint
create policy evaluation_link on evaluation_questions for select to waypost_link
  using (client_id = (select client_id from current_link('evaluation')));
--> statement-breakpoint
create policy evaluation_link on evaluations to waypost_link
  using (client_id = (select client_id from current_link('evaluation'))
    and project_id = (select subject_id from current_link('evaluation')));
--> statement-breakpoint
create policy evaluation_link on evaluation_ratings for insert to waypost_link
  with check (client_id = (select client_id from current_link('evaluation'))
    and evaluation_id in (select e.id from evaluations e where e.client_id = evaluation_ratings.client_id
      and e.created_at >= (select created_at from current_link('evaluation'))));
--> statement-breakpoint
-- The columns that the purposes need, and no more. The policies say which rows.
grant select (client_id, id, student_id, business_id, business_status, opportunity_id), update (updated_at)
  on projects to waypost_link;
--> statement-breakpoint
grant select (client_id, id, title) on opportunities to waypost_link;
--> statement-breakpoint
grant select (client_id, id, first_name, last_name, approved) on users to waypost_link;
--> statement-breakpoint
grant select (client_id, id, project_id, start_date, end_date, total_hours, text_log, business_approved, decided_at,
    signed_off, created_at), update (business_approved, disapproval_reason, decided_at)
  on hour_entries to waypost_link;
--> statement-breakpoint
grant select (client_id, project_id, item), delete on project_approvals to waypost_link;
--> statement-breakpoint
grant select on evaluation_questions to waypost_link;
--> statement-breakpoint
grant select (client_id, id, project_id, ordinal, supervisor, internship_facilitator, contact_phone, created_at), insert
  on evaluations to waypost_link;
--> statement-breakpoint
grant insert on evaluation_ratings to waypost_link;
--> statement-breakpoint
-- Where a school system requires a second proof, a link signs and consents only with a code that its recipient has typed.
create function second_proof_of_link()
returns table (is_required boolean, proof text, proof_to text)
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(s.second_proof, false), c.proof, coalesce(c.proof_to, '')
    from links l
    left join settings s on s.client_id = l.client_id
    left join link_codes c on c.client_id = l.client_id and c.account_id = l.account_id
      and c.email = lower(l.recipient_email) and c.verified_at is not null
   where l.token_hash = decode(nullif(current_setting('app.link', true), ''), 'hex')
     and l.done_at is null and l.revoked_at is null
$$;
--> statement-breakpoint
revoke execute on function second_proof_of_link() from public;
--> statement-breakpoint
grant execute on function second_proof_of_link() to waypost_link;
--> statement-breakpoint
-- Purpose `sign`: one version of an agreement, for whom the school or the business has on file at the link's address. Whoever
-- is taken off, or is no longer confirmed, reaches nothing.
create function signing_of_link()
returns table (client_id uuid, agreement_id uuid, project_id uuid, student_id uuid, party text)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.client_id, a.id, p.id, p.student_id, signer.party
    from links l
    join agreements a on a.client_id = l.client_id and a.id = l.subject_id
    join projects p on p.client_id = a.client_id and p.id = a.project_id
    cross join lateral (
      select 'guardian' as party from guardians g
       where g.client_id = l.client_id and g.student_id = p.student_id and g.student_id = l.account_id
         and lower(g.email) = lower(l.recipient_email) and g.confirmed and g.may_sign
      union
      select 'business' from business_contacts c join users b on b.client_id = c.client_id and b.id = c.business_id
       where c.client_id = l.client_id and c.business_id = p.business_id and c.business_id = l.account_id
         and lower(c.email) = lower(l.recipient_email) and 'signatory' = any(c.roles) and b.approved) signer
   where l.token_hash = decode(nullif(current_setting('app.link', true), ''), 'hex') and l.purpose = 'sign'
     and l.done_at is null and l.revoked_at is null and p.student_id is not null
$$;
--> statement-breakpoint
revoke execute on function signing_of_link() from public;
--> statement-breakpoint
grant execute on function signing_of_link() to waypost_link;
--> statement-breakpoint
create policy sign_link on agreements for select to waypost_link
  using (client_id = (select client_id from signing_of_link()) and id = (select agreement_id from signing_of_link()));
--> statement-breakpoint
create policy sign_link_moves on agreements for update to waypost_link
  using (client_id = (select client_id from signing_of_link()) and id = (select agreement_id from signing_of_link())
    and status in ('sent', 'partly signed'))
  with check (status in ('partly signed', 'signed', 'declined'));
--> statement-breakpoint
create policy sign_link on agreement_signatures for select to waypost_link
  using (client_id = (select client_id from signing_of_link())
    and agreement_id = (select agreement_id from signing_of_link()));
--> statement-breakpoint
create policy sign_link_signs on agreement_signatures for insert to waypost_link
  with check (client_id = (select client_id from signing_of_link())
    and agreement_id = (select agreement_id from signing_of_link())
    and party = (select party from signing_of_link()) and method = 'link'
    and exists (select from second_proof_of_link() p
      where (not p.is_required and agreement_signatures.proof is null)
         or (agreement_signatures.proof = p.proof and agreement_signatures.proof_to = p.proof_to)));
--> statement-breakpoint
create policy sign_link on projects to waypost_link
  using (client_id = (select client_id from signing_of_link()) and id = (select project_id from signing_of_link()));
--> statement-breakpoint
create policy sign_link on users for select to waypost_link
  using (client_id = (select client_id from signing_of_link()) and id = (select student_id from signing_of_link()));
--> statement-breakpoint
grant select (client_id, id, project_id, version, revision, status, parties, signing_order, text, text_hash, locale,
    expires_at), update (status, revision, closed_reason, closed_by, closed_at, updated_at)
  on agreements to waypost_link;
--> statement-breakpoint
grant select (client_id, agreement_id, party), insert on agreement_signatures to waypost_link;
--> statement-breakpoint
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
$$;
--> statement-breakpoint
revoke execute on function consent_of_link() from public;
--> statement-breakpoint
grant execute on function consent_of_link() to waypost_link;
--> statement-breakpoint
create policy consent_link on users for select to waypost_link
  using (client_id = (select client_id from consent_of_link()) and id = (select student_id from consent_of_link()));
--> statement-breakpoint
create policy consent_link on students for select to waypost_link
  using (client_id = (select client_id from consent_of_link()) and user_id = (select student_id from consent_of_link()));
--> statement-breakpoint
create policy consent_link on consents for insert to waypost_link
  with check (client_id = (select client_id from consent_of_link())
    and student_id = (select student_id from consent_of_link()) and method = 'link'
    and (decision = 'refused' and consents.proof is null
      or decision = 'given' and exists (select from second_proof_of_link() p
        where (not p.is_required and consents.proof is null)
           or (consents.proof = p.proof and consents.proof_to = p.proof_to))));
--> statement-breakpoint
grant select (client_id, user_id, birth_date) on students to waypost_link;
--> statement-breakpoint
grant insert on consents to waypost_link;
--> statement-breakpoint
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
$$;
--> statement-breakpoint
revoke execute on function supervision_of_link() from public;
--> statement-breakpoint
grant execute on function supervision_of_link() to waypost_link;
--> statement-breakpoint
create policy supervisor_link on projects to waypost_link
  using (client_id = (select client_id from supervision_of_link()) and id = (select project_id from supervision_of_link()));
--> statement-breakpoint
create policy supervisor_link on users for select to waypost_link
  using (client_id = (select client_id from supervision_of_link()) and id = (select student_id from supervision_of_link()));
--> statement-breakpoint
create policy supervisor_link on opportunities for select to waypost_link
  using (client_id = (select client_id from supervision_of_link())
    and id = (select opportunity_id from supervision_of_link()));
--> statement-breakpoint
create policy supervisor_link on supervisor_confirmations for insert to waypost_link
  with check (client_id = (select client_id from supervision_of_link())
    and project_id = (select project_id from supervision_of_link()) and email = (select email from supervision_of_link()));
--> statement-breakpoint
grant insert on supervisor_confirmations to waypost_link;
--> statement-breakpoint
-- Purpose `progress`: the same facts without a draft's text, for a guardian whom staff confirmed. The link reaches no row.
create function progress_of_link() returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select placement_facts(p.client_id, p.id) - 'draft'
    from links l
    join projects p on p.client_id = l.client_id and p.id = l.subject_id and p.student_id = l.account_id
   where l.token_hash = decode(nullif(current_setting('app.link', true), ''), 'hex') and l.purpose = 'progress'
     and l.done_at is null and l.revoked_at is null
     and exists (
       select from guardians g where g.client_id = p.client_id and g.student_id = p.student_id
          and lower(g.email) = lower(l.recipient_email) and g.confirmed)
$$;
--> statement-breakpoint
revoke execute on function progress_of_link() from public;
--> statement-breakpoint
grant execute on function progress_of_link() to waypost_link;
--> statement-breakpoint
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
