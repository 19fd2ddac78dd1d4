delete from password_codes where purpose = 'email change';--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "previous_email" text;--> statement-breakpoint
ALTER TABLE "password_codes" DROP COLUMN "email";--> statement-breakpoint

create or replace function find_password_code(hash bytea, at timestamptz)
returns table (client_id uuid, user_id uuid, email text, purpose text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id, u.id, u.email, c.purpose
    from password_codes c join users u on u.client_id = c.client_id and u.id = c.user_id
   where c.code_hash = hash and c.used_at is null and c.expires_at > at
$$;--> statement-breakpoint

-- `proven`: the account's present email was confirmed; `confirmed`: some email of its was.
drop function find_account(text);--> statement-breakpoint
create function find_account(wanted text)
returns table (
  client_id uuid, user_id uuid, email text, role text, password_hash text, confirmed boolean, proven boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id, u.id, u.email, u.role, u.password_hash, u.confirmed, u.confirmed and u.previous_email is null
    from users u where u.email_lower = lower(wanted) collate "C"
$$;--> statement-breakpoint
revoke execute on function find_account(text) from public;--> statement-breakpoint
grant execute on function find_account(text) to waypost_app;--> statement-breakpoint

-- Makes room for whoever an email belongs to. An account that moved there and never proved it logs in as before
-- again; if its last email is somebody else's by now, with none until its owner chooses another.
create or replace function remove_unconfirmed(emails text[])
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
