DROP INDEX "users_by_name";--> statement-breakpoint
DROP INDEX "users_by_business_name";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "business_name_lower" text collate "C" GENERATED ALWAYS AS (lower(business_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "listed_name" text collate "und-x-icu" GENERATED ALWAYS AS (case when role = 'Business' then business_name else last_name || ' ' || first_name end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deactivated_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "users_in_order" ON "users" USING btree ("client_id","role","listed_name","id");--> statement-breakpoint
CREATE INDEX "users_not_approved" ON "users" USING btree ("client_id","role","listed_name") WHERE not approved;--> statement-breakpoint
CREATE INDEX "users_by_business_name" ON "users" USING btree ("client_id","role","business_name_lower");--> statement-breakpoint

-- How many accounts each school system has, for the platform's owner alone: a request sees one client's rows.
create function users_of_clients()
returns table (client_id uuid, users bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.client_id, count(*) from users u
   where nullif(current_setting('app.client_id', true), '')::uuid = '00000000-0000-4000-8000-000000000001'
   group by u.client_id
$$;--> statement-breakpoint
revoke execute on function users_of_clients() from public;--> statement-breakpoint
grant execute on function users_of_clients() to waypost_app;
