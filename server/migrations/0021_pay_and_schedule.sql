ALTER TABLE "opportunities" ADD COLUMN "pay_from" numeric(5, 2);--> statement-breakpoint
ALTER TABLE "opportunities" ADD COLUMN "pay_to" numeric(5, 2);--> statement-breakpoint
ALTER TABLE "opportunities" ADD COLUMN "days" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "opportunities" ADD COLUMN "hours_per_week" integer;--> statement-breakpoint
ALTER TABLE "opportunities" ADD COLUMN "dress_notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "opportunities" ADD COLUMN "transport_notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "opportunities" ADD CONSTRAINT "pay_in_order" CHECK ("opportunities"."pay_to" is null or "opportunities"."pay_from" <= "opportunities"."pay_to");