DROP INDEX "opportunities_to_browse";--> statement-breakpoint
ALTER TABLE "hour_entries" ADD COLUMN "disapproval_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "project_approvals" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "project_approvals" ADD COLUMN "accepted_hours" numeric(9, 2);--> statement-breakpoint
CREATE INDEX "opportunities_to_browse" ON "opportunities" USING btree ("client_id","application_close","id","audience","opportunity_type","compensation","lat","lon","business_id","created_at","title","application_open","available_slots","accepted_count");