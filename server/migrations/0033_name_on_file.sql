ALTER TABLE "agreement_signatures" ADD COLUMN "name_on_file" text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- The page of a link to sign says for which business its recipient signs.
grant select (names) on agreements to waypost_link;
