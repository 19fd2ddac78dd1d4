ALTER TABLE "password_codes" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "confirmation_reminders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
update password_codes c set email = u.email from users u
 where u.client_id = c.client_id and u.id = c.user_id and c.purpose <> 'reset' and c.used_at is null;
--> statement-breakpoint
-- Whether a code confirms, or confirmed, the email that its owner has now, and that email is confirmed. A link that is
-- opened again says so, even after it expired.
create function is_confirmed_by_code(hash bytea) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from password_codes c join users u on u.client_id = c.client_id and u.id = c.user_id
     where c.code_hash = hash and c.purpose in ('confirmation', 'new email')
       and lower(c.email) collate "C" = u.email_lower and u.confirmed and u.previous_email is null)
$$;
--> statement-breakpoint
revoke execute on function is_confirmed_by_code(bytea) from public;
--> statement-breakpoint
grant execute on function is_confirmed_by_code(bytea) to waypost_app;
--> statement-breakpoint
-- `keeps_email`: staff who create an account with this email cannot take it over.
drop function find_account(text);
--> statement-breakpoint
create function find_account(wanted text)
returns table (
  client_id uuid, user_id uuid, email text, role text, password_hash text, confirmed boolean, keeps_email boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id, u.id, u.email, u.role, u.password_hash, u.confirmed,
         case when u.confirmed then u.previous_email is null else u.agreement_file_id is not null end
    from users u where u.email_lower = lower(wanted) collate "C"
$$;
--> statement-breakpoint
revoke execute on function find_account(text) from public;
--> statement-breakpoint
grant execute on function find_account(text) to waypost_app;
--> statement-breakpoint
-- Frees emails for accounts that staff create. An account whose agreement is on file is never deleted.
create or replace function remove_unconfirmed(emails text[])
returns table (storage_key text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  given text[] := array(select lower(one) collate "C" from unnest(emails) one);
  gone record;
begin
  for gone in delete from users u
     where u.email_lower = any(given) and not u.confirmed and u.agreement_file_id is null
     returning u.client_id, u.id
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
create or replace function remove_unconfirmed_before(moment timestamptz)
returns table (storage_key text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare gone record;
begin
  for gone in delete from users u
     where u.created_at < moment and not u.confirmed and u.agreement_file_id is null
     returning u.client_id, u.id
  loop
    return query delete from files f where f.client_id = gone.client_id and f.owner_id = gone.id
      returning f.storage_key;
  end loop;
end $$;
