ALTER TABLE "evaluations" ADD COLUMN "submitted_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "evaluations" ADD COLUMN "submitted_via" text;--> statement-breakpoint
ALTER TABLE "hour_entries" ADD COLUMN "decided_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "hour_entries" ADD COLUMN "decided_via" text;--> statement-breakpoint
grant update (decided_by, decided_via) on hour_entries to waypost_link;
