CREATE TABLE "tries" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "tries_by_end" ON "tries" USING btree ("ends_at");--> statement-breakpoint
-- Counts that a crash may lose: unlogged, they cost a request no wait for the disk.
alter table tries set unlogged;--> statement-breakpoint
grant select, insert, update, delete on tries to waypost_app;--> statement-breakpoint

-- What visitors and SuperAdmins are shown: the platform's own name in the footer and on the landing page.
insert into settings (client_id, short_name, full_name, is_complete)
values ('00000000-0000-4000-8000-000000000001', 'Waypost', 'Waypost', true);--> statement-breakpoint

-- Whoever takes a seat in a school system holds its row until it is taken: requests may not update the
-- row, so they could not lock it themselves.
create function lock_client(wanted uuid)
returns table (max_users integer)
language sql security definer set search_path = public, pg_temp as $$
  select c.max_users from clients c where c.id = wanted and not c.is_platform for no key update
$$;--> statement-breakpoint
revoke execute on function lock_client(uuid) from public;--> statement-breakpoint
grant execute on function lock_client(uuid) to waypost_app;
