ALTER TABLE "users" ALTER COLUMN "email_lower" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "first_last_lower" text collate "C" GENERATED ALWAYS AS (lower(first_name || ' ' || last_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_first_lower" text collate "C" GENERATED ALWAYS AS (lower(last_name || ' ' || first_name)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_by_first_last" ON "users" USING btree ("client_id","role","first_last_lower");--> statement-breakpoint
CREATE INDEX "users_by_last_first" ON "users" USING btree ("client_id","role","last_first_lower");