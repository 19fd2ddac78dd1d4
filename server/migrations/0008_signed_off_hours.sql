ALTER TABLE "hour_entries" ADD COLUMN "signed_off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What staff had approved before this stays approved.
update hour_entries e set signed_off = true
  from project_approvals a
 where a.client_id = e.client_id and a.project_id = e.project_id
   and a.item in ('hours', 'msde') and e.business_approved = 1;
