ALTER TABLE "agreements" ADD COLUMN "expiry_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agreements" ADD COLUMN "guardian_released_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "agreements_by_expiry" ON "agreements" USING btree ("client_id","expires_at") WHERE status in ('sent', 'partly signed') and expiry_told_at is null;
--> statement-breakpoint
-- Nobody is told now of what expired before anyone was.
update agreements set expiry_told_at = expires_at where status in ('sent', 'partly signed') and expires_at <= now();
--> statement-breakpoint
-- Purpose `sign`, for a guardian: whether the student has come of age, when a guardian's part ends.
create policy sign_link on students for select to waypost_link
  using (client_id = (select client_id from signing_of_link())
    and user_id = (select student_id from signing_of_link() where party = 'guardian'));
--> statement-breakpoint
grant select (sent_at) on agreements to waypost_link;
