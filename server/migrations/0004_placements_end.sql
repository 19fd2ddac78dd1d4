ALTER TABLE "projects" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_ended" CHECK (ended_at is null or business_status <> 'open');--> statement-breakpoint
-- Known of placements that an Admin ended. When a business ended one, nothing recorded it.
update projects p set ended_at = moved.at
  from (
    select distinct on (client_id, details ->> 'project')
           client_id, details ->> 'project' as project_id, details ->> 'to' as status, at
      from audit_entries where action = 'change internship status'
     order by client_id, details ->> 'project', at desc, id desc) moved
 where moved.client_id = p.client_id and moved.project_id = p.id::text and moved.status = p.business_status
   and p.business_status <> 'open';
--> statement-breakpoint
-- The facts also say when the placement ended.
create or replace function placement_facts(of_client uuid, of_project uuid) returns jsonb
language sql stable as $$
  select jsonb_build_object(
      'client_id', p.client_id, 'project_id', p.id, 'student_id', p.student_id, 'business_id', p.business_id,
      'first_name', coalesce(s.first_name, ''), 'last_name', coalesce(s.last_name, ''), 'birth_date', t.birth_date,
      'business', coalesce(b.business_name, ''), 'title', o.title, 'internship_type', o.internship_type,
      'starts_on', o.employment_start, 'ends_on', o.employment_stop, 'status', p.business_status,
      'ended_at', p.ended_at,
      'placed_at', p.created_at, 'hours_before_signed', coalesce(c.hours_before_signed, true))
    || jsonb_build_object(
      'consent', (
        select jsonb_build_object('decision', x.decision, 'at', coalesce(x.decided_at, x.recorded_at))
          from consents x where x.client_id = p.client_id and x.student_id = p.student_id
         order by x.recorded_at desc, x.id desc limit 1),
      'asked_at', (
        select min(l.created_at) from links l
         where l.client_id = p.client_id and l.subject_id = p.student_id and l.purpose = 'consent'
           and l.revoked_at is null and l.done_at is null),
      'agreement', case when a.id is not null then jsonb_build_object(
        'status', a.status, 'expires_at', a.expires_at, 'parties', to_jsonb(a.parties), 'order', a.signing_order,
        'sent_at', a.sent_at, 'updated_at', a.updated_at, 'closed_at', a.closed_at,
        'signatures', coalesce((
          select jsonb_agg(jsonb_build_object(
                   'party', g.party, 'at', coalesce(to_jsonb(g.signed_at), to_jsonb(g.signed_on))))
            from agreement_signatures g where g.client_id = a.client_id and g.agreement_id = a.id), '[]')) end,
      'draft', case when a.status = 'draft' then jsonb_build_object('body', a.body, 'terms', a.terms) end)
    || jsonb_build_object(
      'accepted', h.accepted, 'pending', h.pending, 'total', h.total, 'pending_count', h.pending_count,
      'hours_at', h.updated_at, 'waiting_since', h.waiting_since,
      'questions', r.questions, 'answers', r.answers, 'reflections_at', r.answered_at,
      'evaluations', e.submitted, 'evaluated_at', e.submitted_at,
      'has_summary', p.final_summary <> '', 'summary_at', p.final_summary_updated_at,
      'files', f.files, 'files_at', f.added_at,
      'approved_at', coalesce((
        select jsonb_object_agg(d.item, d.approved_at) from project_approvals d
         where d.client_id = p.client_id and d.project_id = p.id), '{}'),
      'sent_back_at', coalesce((
        select jsonb_object_agg(d.item, d.sent_back_at) from project_returns d
         where d.client_id = p.client_id and d.project_id = p.id), '{}'))
    from projects p
    join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
    left join users s on s.client_id = p.client_id and s.id = p.student_id
    left join students t on t.client_id = p.client_id and t.user_id = p.student_id
    left join users b on b.client_id = p.client_id and b.id = p.business_id
    left join settings c on c.client_id = p.client_id
    -- The version in effect: the newest, or if that was discarded, the signed one.
    left join lateral (
      select v.* from (
        select g.*, max(g.version) over () as newest from agreements g
         where g.client_id = p.client_id and g.project_id = p.id) v
       order by case when v.version = v.newest and v.status <> 'void' then 0
                     when v.status = 'signed' then 1 when v.version = v.newest then 2 else 3 end, v.version desc
       limit 1) a on true
    cross join lateral (
      select coalesce(sum(n.total_hours) filter (where n.business_approved = 1), 0) as accepted,
             coalesce(sum(n.total_hours) filter (where n.business_approved = 0), 0) as pending,
             coalesce(sum(n.total_hours) filter (where n.business_approved <> -1), 0) as total,
             count(*) filter (where n.business_approved = 0) as pending_count,
             max(greatest(n.created_at, n.decided_at)) as updated_at,
             min(n.created_at) filter (where n.business_approved = 0) as waiting_since
        from hour_entries n where n.client_id = p.client_id and n.project_id = p.id) h
    cross join lateral (
      select count(*) as questions, count(*) filter (where n.status = 'complete') as answers,
             max(n.answered_at) as answered_at
        from project_reflections n where n.client_id = p.client_id and n.project_id = p.id) r
    cross join lateral (
      select count(*) as submitted, max(n.created_at) as submitted_at
        from evaluations n where n.client_id = p.client_id and n.project_id = p.id) e
    cross join lateral (
      select count(*) as files, min(n.created_at) as added_at
        from project_files n where n.client_id = p.client_id and n.project_id = p.id) f
   where p.client_id = of_client and p.id = of_project
$$;
