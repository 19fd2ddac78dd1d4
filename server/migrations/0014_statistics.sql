-- Whoever brings thousands of rows at once has them counted before they are seen: until autovacuum came by, up to a
-- minute later, the planner took the tables for nearly empty and met each row of one with each of another.
create function count_anew() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze users, students, opportunities, opportunity_focus_areas, opportunity_schools, opportunity_programs;
end $$;--> statement-breakpoint
revoke execute on function count_anew() from public;--> statement-breakpoint
grant execute on function count_anew() to waypost_app;
