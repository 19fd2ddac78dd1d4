ALTER TABLE "links" ADD COLUMN "passed_on_email" text;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "refused" boolean DEFAULT false NOT NULL;
