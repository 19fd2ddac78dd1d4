CREATE TABLE "follow_ups" (
	"client_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"since" date NOT NULL,
	"snoozed_until" date,
	"reminders" integer DEFAULT 0 NOT NULL,
	"reminded_at" timestamp with time zone,
	"escalated_at" timestamp with time zone,
	CONSTRAINT "follow_ups_client_id_kind_subject_id_pk" PRIMARY KEY("client_id","kind","subject_id")
);
--> statement-breakpoint
CREATE TABLE "reminded_people" (
	"client_id" uuid NOT NULL,
	"day" date NOT NULL,
	"address_hash" "bytea" NOT NULL,
	CONSTRAINT "reminded_people_client_id_day_address_hash_pk" PRIMARY KEY("client_id","day","address_hash")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"path" text NOT NULL,
	"about_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notices_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminded_people" ADD CONSTRAINT "reminded_people_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_client_id_about_id_users_client_id_id_fk" FOREIGN KEY ("client_id","about_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_by_user" ON "notices" USING btree ("client_id","user_id","at");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("client_id","user_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notices_about" ON "notices" USING btree ("client_id","about_id") WHERE about_id is not null;--> statement-breakpoint
CREATE INDEX "notices_by_age" ON "notices" USING btree ("at");--> statement-breakpoint
alter table notices enable row level security;--> statement-breakpoint
create policy tenant on notices to waypost_app
  using (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid))
  with check (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
grant select, insert, update, delete on notices to waypost_app;--> statement-breakpoint
-- Every server hears for whom there is something new, once the transaction is kept, and nothing else.
create function tell_of_notice() returns trigger language plpgsql as $$
begin
  perform pg_notify('waypost_notices', new.user_id::text);
  return null;
end $$;--> statement-breakpoint
create trigger tell_of_notice after insert or update on notices for each row execute function tell_of_notice();--> statement-breakpoint
-- Which of these sessions can be used, as `enter` decides it: for streams, which do not use their session.
create function live_sessions(hashes bytea[], at timestamptz, idle interval) returns setof bytea
language sql stable security definer set search_path = public, pg_temp as $$
  select s.token_hash from sessions s
   where s.token_hash = any(hashes) and s.expires_at > at and s.last_seen_at > at - idle
$$;--> statement-breakpoint
revoke execute on function live_sessions(bytea[], timestamptz, interval) from public;--> statement-breakpoint
grant execute on function live_sessions(bytea[], timestamptz, interval) to waypost_app;--> statement-breakpoint
do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['follow_ups', 'reminded_people'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format(
      'create policy tenant on %I to waypost_app
         using (client_id = (select nullif(current_setting(''app.client_id'', true), '''')::uuid))
         with check (client_id = (select nullif(current_setting(''app.client_id'', true), '''')::uuid))',
      tenant_table);
    execute format('grant select, insert, update, delete on %I to waypost_app', tenant_table);
  end loop;
end $$;
