-- A deactivated student can only read.
drop function enter(bytea, timestamptz, interval);
--> statement-breakpoint
create function enter(hash bytea, at timestamptz, idle interval)
returns table (
  client_id uuid, user_id uuid, role text, approved boolean, confirmed boolean, deactivated boolean, saves integer,
  email text, first_name text, last_name text, business_name text, must_change_password boolean,
  needs_second_factor boolean, admin_client_id uuid, admin_id uuid, admin_name text, masquerade_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
declare seen timestamptz;
begin
  select s.client_id, s.user_id, u.role, u.approved, u.confirmed, u.deactivated_at is not null, u.saves, u.email,
         u.first_name, u.last_name, u.business_name, u.must_change_password, s.needs_second_factor, s.admin_client_id,
         s.admin_id, m.admin_name, s.masquerade_id, s.last_seen_at
    into client_id, user_id, role, approved, confirmed, deactivated, saves, email,
         first_name, last_name, business_name, must_change_password, needs_second_factor, admin_client_id,
         admin_id, admin_name, masquerade_id, seen
    from sessions s join users u on u.client_id = s.client_id and u.id = s.user_id
    left join masquerades m on m.client_id = s.client_id and m.id = s.masquerade_id
   where s.token_hash = hash and s.expires_at > at and s.last_seen_at > at - idle;
  if not found then
    perform set_config('app.client_id', '', true);
    return;
  end if;
  -- Once in five minutes is enough to know that somebody is there. On a full disk, reading still works.
  if seen < at - interval '5 minutes' then
    begin
      update sessions s set last_seen_at = at
       where s.token_hash = (select o.token_hash from sessions o where o.token_hash = hash for no key update skip locked);
    exception when disk_full then
      null;
    end;
  end if;
  perform set_config('app.client_id', client_id::text, true);
  return next;
end $$;
--> statement-breakpoint
revoke execute on function enter(bytea, timestamptz, interval) from public;
--> statement-breakpoint
grant execute on function enter(bytea, timestamptz, interval) to waypost_app;
