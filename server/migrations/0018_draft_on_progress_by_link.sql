-- Purpose `progress`: whether a draft has everything that its template asks for, still without its text. Until now it
-- counted as incomplete, so a guardian read that it was the business's turn while it was the school's.
create or replace function progress_of_link() returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select f.facts - 'draft' || jsonb_build_object('draft_is_complete', not exists (
      select from (values ('[place]', 'place'), ('[start]', 'start_date'), ('[end]', 'end_date'), ('[schedule]', 'schedule'),
                          ('[hours]', 'hours_per_week'), ('[pay]', 'pay'), ('[duties]', 'duties'), ('[goals]', 'goals'),
                          ('[supervisor]', 'supervisor'), ('[supervision]', 'supervision')) as asked (field, term)
       where position(asked.field in f.facts #>> '{draft,body}') > 0
         and coalesce(f.facts #>> array['draft', 'terms', asked.term], '') = ''))
    from links l
    join projects p on p.client_id = l.client_id and p.id = l.subject_id and p.student_id = l.account_id
    cross join lateral (select placement_facts(p.client_id, p.id) as facts) as f
   where l.token_hash = decode(nullif(current_setting('app.link', true), ''), 'hex') and l.purpose = 'progress'
     and l.done_at is null and l.revoked_at is null
     and exists (
       select from guardians g where g.client_id = p.client_id and g.student_id = p.student_id
          and lower(g.email) = lower(l.recipient_email) and g.confirmed)
$$;
