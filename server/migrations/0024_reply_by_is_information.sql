DROP INDEX "offers_by_last_day";--> statement-breakpoint
ALTER TABLE "applications" DROP COLUMN "offer_lapsed_at";