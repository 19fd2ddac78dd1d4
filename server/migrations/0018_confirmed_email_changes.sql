ALTER TABLE "password_codes" ADD COLUMN "email" text;--> statement-breakpoint

create or replace function find_password_code(hash bytea, at timestamptz)
returns table (client_id uuid, user_id uuid, email text, purpose text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id, u.id, coalesce(c.email, u.email), c.purpose
    from password_codes c join users u on u.client_id = c.client_id and u.id = c.user_id
   where c.code_hash = hash and c.used_at is null and c.expires_at > at
$$;
