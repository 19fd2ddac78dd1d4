CREATE TABLE "opportunity_words" (
	"client_id" uuid NOT NULL,
	"word" text COLLATE "C" NOT NULL,
	"opportunity_id" uuid NOT NULL,
	CONSTRAINT "opportunity_words_client_id_word_opportunity_id_pk" PRIMARY KEY("client_id","word","opportunity_id")
);
--> statement-breakpoint
DROP INDEX "opportunities_to_browse";--> statement-breakpoint
ALTER TABLE "opportunity_words" ADD CONSTRAINT "opportunity_words_client_id_opportunity_id_opportunities_client_id_id_fk" FOREIGN KEY ("client_id","opportunity_id") REFERENCES "public"."opportunities"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "opportunity_words_by_opportunity" ON "opportunity_words" USING btree ("client_id","opportunity_id");--> statement-breakpoint
CREATE INDEX "opportunities_to_browse" ON "opportunities" USING btree ("client_id","application_close","id","audience","opportunity_type","compensation","lat","lon","business_id","created_at","title","application_open","available_slots","accepted_count","internship_type","time_frame");--> statement-breakpoint
alter table opportunity_words enable row level security;--> statement-breakpoint
create policy tenant on opportunity_words to waypost_app
  using (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid))
  with check (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
-- Only the triggers below write to it.
grant select on opportunity_words to waypost_app;--> statement-breakpoint

-- The stems of a text's words, without its tags and accents.
create function stems_of(given text) returns text[] language sql immutable parallel safe as $$
  select tsvector_to_array(to_tsvector('pg_catalog.english', regexp_replace(lower(regexp_replace(
    normalize(regexp_replace(given, '<[^<>]*>|&#?[[:alnum:]]+;', ' ', 'g'), NFKD),
    '[\u0300-\u036f]', '', 'g')), '[^[:alnum:]]+', ' ', 'g')))
$$;--> statement-breakpoint

create function index_words(client uuid, opportunity uuid) returns void language plpgsql as $$
begin
  delete from opportunity_words w where w.client_id = client and w.opportunity_id = opportunity;
  insert into opportunity_words
    select o.client_id, stem.word, o.id
      from opportunities o left join users b on b.client_id = o.client_id and b.id = o.business_id,
           unnest(stems_of(concat_ws(' ', o.title, b.business_name, o.short_description, o.full_description,
             o.skills_required))) stem(word)
     where o.client_id = client and o.id = opportunity
    on conflict do nothing;
end $$;--> statement-breakpoint

create function index_opportunity() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- One that was restored has its words already.
  if tg_op = 'UPDATE' or not exists (
    select from opportunity_words w where w.client_id = new.client_id and w.opportunity_id = new.id) then
    perform index_words(new.client_id, new.id);
  end if;
  return null;
end $$;--> statement-breakpoint

create function index_business() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform index_words(o.client_id, o.id) from opportunities o
    where o.client_id = new.client_id and o.business_id = new.id;
  return null;
end $$;--> statement-breakpoint

-- Deferred to the commit: then a restore has both the opportunity and its business.
create constraint trigger opportunity_indexed
  after insert or update of title, short_description, full_description, skills_required, business_id on opportunities
  deferrable initially deferred for each row execute function index_opportunity();--> statement-breakpoint
create constraint trigger business_indexed after update of business_name on users
  deferrable initially deferred for each row when (old.business_name is distinct from new.business_name)
  execute function index_business();--> statement-breakpoint
select index_words(client_id, id) from opportunities;
