ALTER TABLE "links" ADD COLUMN "reminds" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Of those sent so far, each person's first asked; the others came with reminders or repeat it.
update links l set reminds = true
 where l.purpose in ('sign', 'consent', 'evaluation') and exists (
   select from links e
    where e.client_id = l.client_id and e.subject_id = l.subject_id and e.purpose = l.purpose
      and lower(e.recipient_email) = lower(l.recipient_email) and (e.created_at, e.id) < (l.created_at, l.id));
