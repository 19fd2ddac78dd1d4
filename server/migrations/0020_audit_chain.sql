CREATE TABLE "audit_chain" (
	"client_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"entry_id" uuid NOT NULL,
	"salts" "bytea"[] NOT NULL,
	"seals" "bytea"[] NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_chain_client_id_position_pk" PRIMARY KEY("client_id","position")
);
--> statement-breakpoint
ALTER TABLE "audit_chain" ADD CONSTRAINT "audit_chain_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_chain_by_entry" ON "audit_chain" USING btree ("entry_id");--> statement-breakpoint
alter table audit_chain enable row level security;--> statement-breakpoint
create policy tenant on audit_chain to waypost_app
  using (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid))
  with check (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
-- Only the trigger below adds to it.
grant select on audit_chain to waypost_app;--> statement-breakpoint

-- Gives an entry its place behind the last one of its client. The lock is released by the end of the transaction, so the
-- chain has neither gaps nor forks. Entries that were restored have their place already; a deleted client's need none.
-- Plans are made while the tables are small and kept while they grow: only indexes will do.
create function chain_audit_entry(e audit_entries) returns void
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  last_position bigint;
  last_hash bytea;
  parts text[];
  salts bytea[];
  seals bytea[];
begin
  if not exists (select from clients c where c.id = e.client_id)
     or exists (select from audit_chain c where c.entry_id = e.id) then
    return;
  end if;
  perform pg_advisory_xact_lock(7269002, hashtext(e.client_id::text));
  select c.position, c.hash into last_position, last_hash
    from audit_chain c where c.client_id = e.client_id order by c.position desc limit 1;
  parts := array[e.actor_name, e.admin_name, e.subject_name, e.details::text];
  for n in 1..4 loop
    -- 122 random bits: a name cannot be guessed from its seal once the salt is gone.
    salts[n] := case when parts[n] is not null then uuid_send(gen_random_uuid()) end;
    seals[n] := sha256(salts[n] || convert_to(parts[n], 'UTF8'));
  end loop;
  last_position := coalesce(last_position, 0) + 1;
  insert into audit_chain values (e.client_id, last_position, e.id, salts, seals,
    sha256(coalesce(last_hash, '') || convert_to(array_to_string(array[
      e.client_id::text, last_position::text, e.id::text, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      e.action, e.actor_id::text, e.admin_id::text, e.subject_id::text,
      encode(seals[1], 'hex'), encode(seals[2], 'hex'), encode(seals[3], 'hex'), encode(seals[4], 'hex')
    ], E'\n', '-'), 'UTF8')));
end $$;--> statement-breakpoint
create function chain_new_audit_entry() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform chain_audit_entry(new);
  return null;
end $$;--> statement-breakpoint

-- Deferred to the commit: the lock on a client's chain is held no longer than that takes, and nothing is locked behind it.
create constraint trigger audit_entry_chained after insert on audit_entries
  deferrable initially deferred for each row execute function chain_new_audit_entry();--> statement-breakpoint

-- Blanks what the trail says of a person by name: the names and details, and the salts of their seals. The erasure itself has
-- to be recorded: blanked parts without an entry of it count as altered.
create function erase_from_audit(person uuid, names text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  client uuid := nullif(current_setting('app.client_id', true), '')::uuid;
  of_them boolean[];
  e audit_entries;
begin
  for e in select * from audit_entries a
     where a.client_id = client
       and (person in (a.actor_id, a.admin_id, a.subject_id)
         or exists (select from unnest(names) name where name <> '' and position(lower(name) in lower(a.details::text)) > 0))
  loop
    of_them := array[e.actor_id = person, e.admin_id = person, e.subject_id = person, true];
    update audit_entries a set
      actor_name = case when of_them[1] then '' else a.actor_name end,
      admin_name = case when of_them[2] then '' else a.admin_name end,
      subject_name = case when of_them[3] then '' else a.subject_name end,
      details = null
     where a.client_id = client and a.id = e.id;
    update audit_chain c set salts = array(
        select case when of_them[n] then null else c.salts[n] end from generate_series(1, 4) n order by n)
     where c.client_id = client and c.entry_id = e.id;
  end loop;
end $$;--> statement-breakpoint
revoke execute on function chain_audit_entry(audit_entries), chain_new_audit_entry(), erase_from_audit(uuid, text[])
  from public;--> statement-breakpoint
grant execute on function erase_from_audit(uuid, text[]) to waypost_app;--> statement-breakpoint

-- What was recorded before is chained in the order in which it happened.
do $$
declare e audit_entries;
begin
  for e in select * from audit_entries order by client_id, at, id loop
    perform chain_audit_entry(e);
  end loop;
end $$;
