CREATE TABLE "saved_searches" (
	"client_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"filter" jsonb NOT NULL,
	"looked_at" timestamp with time zone NOT NULL,
	"stop_code" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "saved_searches_client_id_student_id_pk" PRIMARY KEY("client_id","student_id"),
	CONSTRAINT "one_search_to_stop" UNIQUE("stop_code")
);
--> statement-breakpoint
ALTER TABLE "saved_opportunities" ALTER COLUMN "saved_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_client_id_student_id_users_client_id_id_fk" FOREIGN KEY ("client_id","student_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
alter table saved_searches enable row level security;--> statement-breakpoint
create policy tenant on saved_searches to waypost_app
  using (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid))
  with check (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
grant select, insert, update, delete on saved_searches to waypost_app;--> statement-breakpoint
-- The link in an email says nothing but its code.
create function find_stop_code(code text)
returns table (client_id uuid, student_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.client_id, s.student_id from saved_searches s
   where s.stop_code = case when code ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then code::uuid end
$$;--> statement-breakpoint
revoke execute on function find_stop_code(text) from public;--> statement-breakpoint
grant execute on function find_stop_code(text) to waypost_app;
