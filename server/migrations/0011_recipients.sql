CREATE TABLE "recipients" (
	"client_id" uuid NOT NULL,
	"address_hash" "bytea" NOT NULL,
	"stop_code" uuid DEFAULT gen_random_uuid() NOT NULL,
	"locale" text NOT NULL,
	"muted_at" timestamp with time zone,
	CONSTRAINT "recipients_client_id_address_hash_pk" PRIMARY KEY("client_id","address_hash")
);
--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "recipients_by_code" ON "recipients" USING btree ("stop_code");--> statement-breakpoint
CREATE INDEX "links_to_consent" ON "links" USING btree ("client_id","subject_id") WHERE purpose = 'consent' and done_at is null and revoked_at is null;--> statement-breakpoint
select protect('recipients', 'select, insert, update');
--> statement-breakpoint
drop function find_stop_owner(text);
--> statement-breakpoint
-- The header of an email contains only its code.
create function find_stop_owner(code text)
returns table (client_id uuid, user_id uuid, role text, locale text, address_hash bytea, is_muted boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  with given as (
    select case when code ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then code::uuid end as stop_code)
  select u.client_id, u.id, u.role, coalesce(u.locale, s.locale, 'en'), null::bytea, false
    from given join users u using (stop_code) left join settings s on s.client_id = u.client_id
  union all
  select r.client_id, null, null, r.locale, r.address_hash, r.muted_at is not null
    from given join recipients r using (stop_code)
$$;
--> statement-breakpoint
revoke execute on function find_stop_owner(text) from public;
--> statement-breakpoint
grant execute on function find_stop_owner(text) to waypost_app;
