ALTER TABLE "interviews" ALTER COLUMN "starts_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "interviews" ADD COLUMN "day" date;