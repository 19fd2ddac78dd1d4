ALTER TABLE "files" ADD COLUMN "replaced_at" timestamp with time zone;--> statement-breakpoint
-- A default password that anybody could read here is not worth keeping: an Admin sets a new one.
ALTER TABLE "settings" DROP COLUMN "default_password";--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "default_password_hash" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "initial_password_ends_at" timestamp with time zone;--> statement-breakpoint
-- Whoever was reset before has a day left, and one login; a teacher has only a mailed link.
update users set initial_password_ends_at = now() + interval '24 hours' where must_change_password;--> statement-breakpoint
update users set password_hash = null where must_change_password and role not in ('Student', 'Business');
