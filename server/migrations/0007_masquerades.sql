CREATE INDEX "sessions_by_admin" ON "sessions" USING btree ("admin_client_id","admin_id") WHERE admin_id is not null;--> statement-breakpoint

-- Whoever is deactivated, deleted or given another password stops acting for others too, in whichever client
-- that is: a request sees the sessions of one.
create function end_masquerades_of(wanted uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from sessions s
   where s.admin_id = wanted
     and s.admin_client_id = nullif(current_setting('app.client_id', true), '')::uuid
$$;--> statement-breakpoint

-- A masquerade never stays open once its session is gone: it ends when it was last used.
create function close_masquerade() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update masquerades m set ended_at = old.last_seen_at
   where m.client_id = old.client_id and m.id = old.masquerade_id and m.ended_at is null;
  return null;
end $$;--> statement-breakpoint
create trigger masquerade_closed after delete on sessions
  for each row when (old.masquerade_id is not null) execute function close_masquerade();--> statement-breakpoint

-- A SuperAdmin acts for anybody of a school system: only the platform is told where somebody is.
create function find_client_of(wanted uuid)
returns table (client_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id from clients c join users u on u.client_id = c.id
   where u.id = wanted and not c.is_platform
     and nullif(current_setting('app.client_id', true), '')::uuid = '00000000-0000-4000-8000-000000000001'
$$;--> statement-breakpoint

revoke execute on function end_masquerades_of(uuid), close_masquerade(), find_client_of(uuid) from public;--> statement-breakpoint
grant execute on function end_masquerades_of(uuid), find_client_of(uuid) to waypost_app;
