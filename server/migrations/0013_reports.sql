DROP INDEX "applications_by_student";--> statement-breakpoint
DROP INDEX "opportunities_to_browse";--> statement-breakpoint
CREATE INDEX "applications_by_student" ON "applications" USING btree ("client_id","student_id","applied_at","created_at");--> statement-breakpoint
CREATE INDEX "opportunities_to_browse" ON "opportunities" USING btree ("client_id","application_close","id","audience","opportunity_type","compensation","lat","lon","business_id","created_at","title","application_open");