CREATE TABLE "recovery_codes" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	CONSTRAINT "recovery_codes_client_id_user_id_code_hash_pk" PRIMARY KEY("client_id","user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" "bytea",
	"since" timestamp with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"pending" "bytea",
	"pending_at" timestamp with time zone,
	"recovery_salt" "bytea",
	CONSTRAINT "second_factors_client_id_user_id_pk" PRIMARY KEY("client_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "staff_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "needs_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_client_id_user_id_second_factors_client_id_user_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."second_factors"("client_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
alter table second_factors enable row level security;--> statement-breakpoint
create policy tenant on second_factors to waypost_app
  using (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid))
  with check (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
grant select, insert, update, delete on second_factors to waypost_app;--> statement-breakpoint
alter table recovery_codes enable row level security;--> statement-breakpoint
create policy tenant on recovery_codes to waypost_app
  using (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid))
  with check (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
grant select, insert, update, delete on recovery_codes to waypost_app;--> statement-breakpoint
drop function enter(bytea, timestamptz, interval);--> statement-breakpoint
create function enter(hash bytea, at timestamptz, idle interval)
returns table (
  client_id uuid, user_id uuid, role text, approved boolean, confirmed boolean, saves integer, email text,
  first_name text, last_name text, business_name text, must_change_password boolean, needs_second_factor boolean,
  admin_client_id uuid, admin_id uuid, admin_name text, masquerade_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
declare seen timestamptz;
begin
  select s.client_id, s.user_id, u.role, u.approved, u.confirmed, u.saves, u.email, u.first_name, u.last_name,
         u.business_name, u.must_change_password, s.needs_second_factor, s.admin_client_id, s.admin_id, m.admin_name,
         s.masquerade_id, s.last_seen_at
    into client_id, user_id, role, approved, confirmed, saves, email, first_name, last_name,
         business_name, must_change_password, needs_second_factor, admin_client_id, admin_id, admin_name,
         masquerade_id, seen
    from sessions s join users u on u.client_id = s.client_id and u.id = s.user_id
    left join masquerades m on m.client_id = s.client_id and m.id = s.masquerade_id
   where s.token_hash = hash and s.expires_at > at and s.last_seen_at > at - idle;
  if not found then
    perform set_config('app.client_id', '', true);
    return;
  end if;
  -- Once in five minutes is enough to know that somebody is there.
  if seen < at - interval '5 minutes' then
    update sessions s set last_seen_at = at where s.token_hash = hash;
  end if;
  perform set_config('app.client_id', client_id::text, true);
  return next;
end $$;--> statement-breakpoint
revoke execute on function enter(bytea, timestamptz, interval) from public;--> statement-breakpoint
grant execute on function enter(bytea, timestamptz, interval) to waypost_app;
