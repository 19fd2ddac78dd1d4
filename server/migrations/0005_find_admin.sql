-- A SuperAdmin looks at an Admin, and at nobody else of a school system: only the platform is told where one is.
create function find_admin(wanted uuid)
returns table (client_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id from clients c join users u on u.client_id = c.id
   where u.id = wanted and u.role = 'Admin'
     and nullif(current_setting('app.client_id', true), '')::uuid = '00000000-0000-4000-8000-000000000001'
$$;--> statement-breakpoint
revoke execute on function find_admin(uuid) from public;--> statement-breakpoint
grant execute on function find_admin(uuid) to waypost_app;
