ALTER TABLE "follow_ups" ADD COLUMN "reminded_people" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
-- Whoever it waited for may have been reminded, so nobody is reminded again too early.
update follow_ups f set reminded_people = known.people
  from (
    select r.client_id, r.kind, x.id, jsonb_object_agg(encode(sha256(convert_to(lower(x.email), 'UTF8')), 'hex'), r.reminded_at) as people
      from (select p.client_id, p.id, u.email from projects p
              join users u on u.client_id = p.client_id and u.id in (p.student_id, p.business_id)
            union
            select p.client_id, p.id, c.email from projects p
              join business_contacts c on c.client_id = p.client_id and c.id = p.supervisor_id
            union
            select a.client_id, a.id, u.email from applications a
              join users u on u.client_id = a.client_id and u.id = a.student_id) x
      join follow_ups r on r.client_id = x.client_id and r.subject_id = x.id and r.reminded_at is not null
     group by r.client_id, r.kind, x.id) known
 where known.client_id = f.client_id and known.kind = f.kind and known.id = f.subject_id
   and f.reminded_at is not null;
