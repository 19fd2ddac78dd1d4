-- The hours a week that a placement's signed agreement or, without one, its opportunity names; null if neither does.
create function weekly_hours(client uuid, project uuid) returns integer
language sql stable set search_path = public, pg_temp as $$
  select coalesce(
    (select (a.terms ->> 'hours_per_week')::integer from agreements a
      where a.client_id = client and a.project_id = project and a.status = 'signed' order by a.version desc limit 1),
    (select o.hours_per_week from projects p
       join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
      where p.client_id = client and p.id = project))
$$;
--> statement-breakpoint
-- Purpose `hours`: the planned days of its placements, and the hours a week.
create function days_of_hours_link()
returns table (project_id uuid, first_day date, last_day date, weekly_hours integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.project_id, o.employment_start, o.employment_stop, weekly_hours(l.client_id, m.project_id)
    from current_link('hours') l
   cross join placements_of_hours_link() m
    join opportunities o on o.client_id = l.client_id and o.id = m.opportunity_id
$$;
--> statement-breakpoint
-- Purpose `hours`: what counts in the weeks of its pending entries, without what was done.
create function counted_of_hours_link()
returns table (id uuid, project_id uuid, start_date date, end_date date, total_hours numeric, business_approved smallint)
language sql stable security definer set search_path = public, pg_temp as $$
  select h.id, h.project_id, h.start_date, h.end_date, h.total_hours, h.business_approved
    from current_link('hours') l
   cross join placements_of_hours_link() m
    join hour_entries h on h.client_id = l.client_id and h.project_id = m.project_id and h.business_approved <> -1
   where exists (
     select from hour_entries w where w.client_id = h.client_id and w.project_id = h.project_id
        and w.business_approved = 0
        and h.start_date <= date_trunc('week', w.end_date)::date + 6
        and h.end_date >= date_trunc('week', w.start_date)::date)
$$;
--> statement-breakpoint
revoke execute on function weekly_hours(uuid, uuid), days_of_hours_link(), counted_of_hours_link() from public;
--> statement-breakpoint
grant execute on function weekly_hours(uuid, uuid) to waypost_app;
--> statement-breakpoint
grant execute on function days_of_hours_link(), counted_of_hours_link() to waypost_link;
