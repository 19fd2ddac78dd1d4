DROP INDEX "opportunities_by_close";--> statement-breakpoint
DROP INDEX "opportunities_by_title";--> statement-breakpoint
CREATE INDEX "opportunities_to_browse" ON "opportunities" USING btree ("client_id","application_close","id","audience","opportunity_type","compensation","lat","lon","business_id","created_at","title");