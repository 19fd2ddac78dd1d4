ALTER TABLE "masquerades" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "masquerades_by_user" ON "masquerades" USING btree ("client_id","user_id","began_at");--> statement-breakpoint
CREATE INDEX "masquerades_untold" ON "masquerades" USING btree ("client_id") WHERE "masquerades"."ended_at" is not null and "masquerades"."told_at" is null;--> statement-breakpoint
-- Nobody is told of masquerades from before this change.
UPDATE "masquerades" SET "told_at" = "ended_at" WHERE "ended_at" IS NOT NULL;--> statement-breakpoint
GRANT UPDATE ("told_at") ON "masquerades" TO waypost_app;
