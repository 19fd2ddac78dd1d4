-- What a placement's next evaluation starts with: the last one's answers, otherwise what is on file. The coordinator is the
-- only active Teacher of the student's school and program, otherwise who signed the agreement for the school.
create function evaluation_start(of_client uuid, of_project uuid)
returns table (
  client_id uuid, student_id uuid, business_id uuid, supervisor text, internship_facilitator text, contact_phone text)
language sql stable as $$
  select p.client_id, p.student_id, p.business_id,
         coalesce(e.supervisor, nullif(s.name, ''), f.name, ''),
         coalesce(e.internship_facilitator, t.name, g.signer_name, ''),
         coalesce(e.contact_phone, nullif(s.phone, ''), f.phone, '')
    from projects p
    left join lateral (
      select v.supervisor, v.internship_facilitator, v.contact_phone from evaluations v
       where v.client_id = p.client_id and v.project_id = p.id order by v.ordinal desc limit 1) e on true
    left join business_contacts s on s.client_id = p.client_id and s.id = p.supervisor_id
    left join business_contacts f on f.client_id = p.client_id and f.business_id = p.business_id and f.ordinal = 1
    left join lateral (
      select min(u.first_name || ' ' || u.last_name) as name
        from students n
        join user_schools us on us.client_id = n.client_id and us.school_id = n.school_id
        join user_programs up on up.client_id = n.client_id and up.program_id = n.program_id and up.user_id = us.user_id
        join users u on u.client_id = n.client_id and u.id = us.user_id
       where n.client_id = p.client_id and n.user_id = p.student_id and u.role = 'Teacher' and u.deactivated_at is null
      having count(*) = 1) t on true
    left join lateral (
      select b.signer_name from agreements a
        join agreement_signatures b on b.client_id = a.client_id and b.agreement_id = a.id
       where a.client_id = p.client_id and a.project_id = p.id and a.status = 'signed' and b.party = 'school'
       order by a.version desc limit 1) g on true
   where p.client_id = of_client and p.id = of_project
$$;
--> statement-breakpoint
revoke execute on function evaluation_start(uuid, uuid) from public;
--> statement-breakpoint
grant execute on function evaluation_start(uuid, uuid) to waypost_app;
--> statement-breakpoint
create function evaluation_start_of_link()
returns table (
  client_id uuid, student_id uuid, business_id uuid, supervisor text, internship_facilitator text, contact_phone text)
language sql stable security definer set search_path = public, pg_temp as $$
  select found.* from current_link('evaluation') l cross join lateral evaluation_start(l.client_id, l.subject_id) found
$$;
--> statement-breakpoint
revoke execute on function evaluation_start_of_link() from public;
--> statement-breakpoint
grant execute on function evaluation_start_of_link() to waypost_link;
--> statement-breakpoint
revoke select (supervisor, internship_facilitator, contact_phone) on evaluations from waypost_link;
