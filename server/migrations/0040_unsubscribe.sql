ALTER TABLE "users" ADD COLUMN "stop_code" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "users_by_stop_code" ON "users" USING btree ("stop_code");--> statement-breakpoint
-- The header of an email says nothing but its code.
create function find_stop_owner(code text)
returns table (client_id uuid, user_id uuid, role text, locale text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id, u.id, u.role, coalesce(u.locale, s.locale, 'en')
    from users u left join settings s on s.client_id = u.client_id
   where u.stop_code = case when code ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then code::uuid end
$$;--> statement-breakpoint
revoke execute on function find_stop_owner(text) from public;--> statement-breakpoint
grant execute on function find_stop_owner(text) to waypost_app;
