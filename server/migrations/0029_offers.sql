ALTER TABLE "settings" ADD COLUMN "time_zone" text DEFAULT 'America/New_York' NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "offer_days" integer DEFAULT 14 NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "offer_message" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "reply_by" date;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "offered_from" text;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "offer_sends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "offer_lapsed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "offers_by_last_day" ON "applications" USING btree ("client_id","reply_by") WHERE "applications"."status" = 'Offered';--> statement-breakpoint
CREATE INDEX "offers_to_send" ON "applications" USING btree ("client_id","offer_sends_at") WHERE "applications"."offer_sends_at" is not null;