ALTER TABLE "settings" ALTER COLUMN "locale" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "locale" DROP NOT NULL;