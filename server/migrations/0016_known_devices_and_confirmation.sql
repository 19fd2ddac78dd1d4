CREATE TABLE "known_devices" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"device_hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_devices_client_id_user_id_device_hash_pk" PRIMARY KEY("client_id","user_id","device_hash")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "confirmed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_devices_by_expiry" ON "known_devices" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_not_confirmed" ON "users" USING btree ("created_at") WHERE not confirmed;--> statement-breakpoint
alter table known_devices enable row level security;--> statement-breakpoint
create policy tenant on known_devices to waypost_app
  using (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid))
  with check (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
grant select, insert, update, delete on known_devices to waypost_app;--> statement-breakpoint

drop function enter(bytea, timestamptz, interval);--> statement-breakpoint
create function enter(hash bytea, at timestamptz, idle interval)
returns table (
  client_id uuid, user_id uuid, role text, approved boolean, confirmed boolean, saves integer, email text,
  first_name text, last_name text, business_name text, must_change_password boolean,
  admin_client_id uuid, admin_id uuid, admin_name text, masquerade_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
declare seen timestamptz;
begin
  select s.client_id, s.user_id, u.role, u.approved, u.confirmed, u.saves, u.email, u.first_name, u.last_name,
         u.business_name, u.must_change_password, s.admin_client_id, s.admin_id, m.admin_name, s.masquerade_id,
         s.last_seen_at
    into client_id, user_id, role, approved, confirmed, saves, email, first_name, last_name,
         business_name, must_change_password, admin_client_id, admin_id, admin_name, masquerade_id, seen
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
end $$;--> statement-breakpoint

drop function find_account(text);--> statement-breakpoint
create function find_account(wanted text)
returns table (client_id uuid, user_id uuid, email text, role text, password_hash text, confirmed boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id, u.id, u.email, u.role, u.password_hash, u.confirmed
    from users u where u.email_lower = lower(wanted) collate "C"
$$;--> statement-breakpoint

-- Accounts whose email nobody confirmed go from any client, for whoever the email belongs to or once their time is
-- over. Answers with where the bytes of their files are.
create function remove_unconfirmed(emails text[])
returns table (storage_key text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare gone record;
begin
  for gone in delete from users u
     where u.email_lower in (select lower(given) collate "C" from unnest(emails) given) and not u.confirmed
     returning u.client_id, u.id
  loop
    return query delete from files f where f.client_id = gone.client_id and f.owner_id = gone.id
      returning f.storage_key;
  end loop;
end $$;--> statement-breakpoint
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
end $$;--> statement-breakpoint

-- Whoever has not confirmed their email takes no seat, so is not counted against `max_users` either.
create or replace function users_of_clients()
returns table (client_id uuid, users bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id, count(*) from users u
   where nullif(current_setting('app.client_id', true), '')::uuid = '00000000-0000-4000-8000-000000000001'
     and u.confirmed
   group by u.client_id
$$;--> statement-breakpoint
revoke execute on function enter(bytea, timestamptz, interval), find_account(text), remove_unconfirmed(text[]),
  remove_unconfirmed_before(timestamptz) from public;--> statement-breakpoint
grant execute on function enter(bytea, timestamptz, interval), find_account(text), remove_unconfirmed(text[]),
  remove_unconfirmed_before(timestamptz) to waypost_app;
