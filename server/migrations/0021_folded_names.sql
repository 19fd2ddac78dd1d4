-- Text as it is compared when people look for it, as `foldText` (contract/src/fold.ts) folds it. Most names are ASCII, which
-- needs only the first part.
create function fold_text(given text) returns text language sql immutable parallel safe as $$
  select btrim(case when octet_length(given) = char_length(given)
    then lower(translate(given, '-''`', ' '))
    else replace(replace(replace(replace(translate(lower(regexp_replace(
        normalize(translate(given, '-‐‑‒–—−''’‘‛ʼʻʹ′`´＇', '       '), NFKD),
        '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]', '', 'g')
        collate "und-x-icu"), 'øłđðıς', 'olddiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end)
$$;
--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "first_last_lower";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "last_first_lower";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "business_name_lower";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "plain_name";--> statement-breakpoint
ALTER TABLE "users"
  ADD COLUMN "first_last_folded" text collate "C" GENERATED ALWAYS AS (fold_text(first_name || ' ' || last_name)) STORED NOT NULL,
  ADD COLUMN "last_first_folded" text collate "C" GENERATED ALWAYS AS (fold_text(last_name || ' ' || first_name)) STORED NOT NULL,
  ADD COLUMN "business_name_folded" text collate "C" GENERATED ALWAYS AS (fold_text(business_name)) STORED NOT NULL,
  ADD COLUMN "plain_name" text collate "C" GENERATED ALWAYS AS (translate(fold_text(case when role = 'Business' then business_name else first_name || last_name end), ' .,;:&/()"', '')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_by_first_last" ON "users" USING btree ("client_id","role","first_last_folded");--> statement-breakpoint
CREATE INDEX "users_by_last_first" ON "users" USING btree ("client_id","role","last_first_folded");--> statement-breakpoint
CREATE INDEX "users_by_business_name" ON "users" USING btree ("client_id","role","business_name_folded");--> statement-breakpoint
CREATE INDEX "users_by_plain_name" ON "users" USING btree ("client_id","role","plain_name","id");--> statement-breakpoint
-- The stems of a text's words, without its tags and accents.
create or replace function stems_of(given text) returns text[] language sql immutable parallel safe as $$
  select tsvector_to_array(to_tsvector('pg_catalog.english', regexp_replace(
    fold_text(regexp_replace(given, '<[^<>]*>|&#?[[:alnum:]]+;', ' ', 'g')), '[^[:alnum:]]+', ' ', 'g')))
$$;
--> statement-breakpoint
select index_words(client_id, id) from opportunities;
