CREATE TABLE "calendar_feeds" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_feeds_client_id_user_id_pk" PRIMARY KEY("client_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_by_token" ON "calendar_feeds" USING btree ("token_hash");--> statement-breakpoint
alter table calendar_feeds enable row level security;--> statement-breakpoint
create policy tenant on calendar_feeds to waypost_app
  using (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid))
  with check (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
grant select, insert, update, delete on calendar_feeds to waypost_app;--> statement-breakpoint
-- The address that a calendar knows says nothing but its token. Whoever was deactivated has none.
create function find_calendar_feed(hash bytea)
returns table (
  client_id uuid, user_id uuid, role text, approved boolean, confirmed boolean, saves integer, locale text, time_zone text)
language sql stable security definer set search_path = public, pg_temp as $$
  select f.client_id, f.user_id, u.role, u.approved, u.confirmed, u.saves, coalesce(u.locale, s.locale, 'en'), s.time_zone
    from calendar_feeds f
    join users u on u.client_id = f.client_id and u.id = f.user_id
    left join settings s on s.client_id = f.client_id
   where f.token_hash = hash and u.deactivated_at is null
$$;--> statement-breakpoint
revoke execute on function find_calendar_feed(bytea) from public;--> statement-breakpoint
grant execute on function find_calendar_feed(bytea) to waypost_app;
