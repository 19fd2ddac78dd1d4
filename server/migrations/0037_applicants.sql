ALTER TABLE "applications" ADD COLUMN "business_stars" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "decline_message" text DEFAULT '' NOT NULL;