ALTER TABLE "links" ADD COLUMN "supervisor_email" text;--> statement-breakpoint
drop function enter_link(bytea, timestamptz);
--> statement-breakpoint
drop function find_link(bytea, timestamptz);
--> statement-breakpoint
-- With whose placements it reaches.
create function find_link(hash bytea, at timestamptz)
returns table (
  client_id uuid, link_id uuid, purpose text, subject_id uuid, account_id uuid, recipient_name text, recipient_email text,
  locale text, state text, supervisor_email text, passed_on_to text, created_at timestamptz, client_name text,
  client_phone text, client_time_zone text)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.client_id, l.id, l.purpose, l.subject_id, l.account_id, l.recipient_name, l.recipient_email, l.locale,
         case when l.passed_on_to is not null then 'passed on'
              when l.revoked_at is not null then 'revoked'
              when l.done_at is not null then 'done'
              when l.expires_at <= at then 'expired'
              else 'open' end,
         l.supervisor_email, l.passed_on_to, l.created_at, coalesce(nullif(s.full_name, ''), c.full_name),
         coalesce(s.phone_number, ''), coalesce(s.time_zone, 'America/New_York')
    from links l join clients c on c.id = l.client_id left join settings s on s.client_id = l.client_id
   where l.token_hash = hash
$$;
--> statement-breakpoint
-- Enters a link: an open one puts the transaction under `waypost_link`, whose policies ask for the token that opened it.
-- It runs with its caller's rights, because a `security definer` function cannot change the role.
create function enter_link(hash bytea, at timestamptz)
returns table (
  client_id uuid, link_id uuid, purpose text, subject_id uuid, account_id uuid, recipient_name text, recipient_email text,
  locale text, state text, supervisor_email text, passed_on_to text, created_at timestamptz, client_name text,
  client_phone text, client_time_zone text)
language plpgsql as $$
begin
  perform set_config('app.client_id', '', true), set_config('app.link', '', true);
  select * into client_id, link_id, purpose, subject_id, account_id, recipient_name, recipient_email, locale, state,
         supervisor_email, passed_on_to, created_at, client_name, client_phone, client_time_zone
    from find_link(hash, at);
  if not found then
    return;
  end if;
  if state = 'open' then
    perform set_config('app.link', encode(hash, 'hex'), true);
    perform set_config('role', 'waypost_link', true);
  end if;
  return next;
end $$;
--> statement-breakpoint
-- Whether an address supervises a running placement: this one, or if it is null, any of the approved business.
create function supervises(of_client uuid, of_business uuid, of_project uuid, email text)
returns boolean language sql stable as $$
  select exists (
    select from projects p
      join users b on b.client_id = p.client_id and b.id = p.business_id and b.approved
      join business_contacts c on c.client_id = p.client_id and c.id = p.supervisor_id
     where p.client_id = of_client and p.business_id = of_business and (of_project is null or p.id = of_project)
       and p.business_status = 'open' and lower(c.email) = lower($4))
$$;
--> statement-breakpoint
revoke execute on function find_link(bytea, timestamptz), enter_link(bytea, timestamptz), supervises(uuid, uuid, uuid, text) from public;
--> statement-breakpoint
grant execute on function find_link(bytea, timestamptz), enter_link(bytea, timestamptz), supervises(uuid, uuid, uuid, text) to waypost_app;
--> statement-breakpoint
-- As before, and a supervisor's link for hours is none once they supervise no running placement of the business.
create or replace function current_link(wanted text)
returns table (client_id uuid, subject_id uuid, created_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.client_id, l.subject_id, l.created_at from links l
   where l.token_hash = decode(nullif(current_setting('app.link', true), ''), 'hex') and l.purpose = wanted
     and l.done_at is null and l.revoked_at is null
     and (l.supervisor_email is null or supervises(l.client_id, l.subject_id, null, l.supervisor_email))
     and (l.purpose <> 'evaluation' or exists (
       select from projects p
         join users b on b.client_id = p.client_id and b.id = p.business_id and b.id = l.account_id and b.approved
        where p.client_id = l.client_id and p.id = l.subject_id
          and (b.email_lower = lower(l.recipient_email)
            or exists (select from business_contacts c where c.client_id = p.client_id and c.id = p.supervisor_id
                         and lower(c.email) = lower(l.recipient_email))
            or exists (select from links o where o.client_id = l.client_id and o.subject_id = l.subject_id
                         and o.purpose = l.purpose and lower(o.passed_on_email) = lower(l.recipient_email)))))
$$;
--> statement-breakpoint
-- Purpose `hours`: placements with hours that were pending when the link was made, or since: the business's, or of a
-- supervisor's link those that the address supervises now.
create or replace function placements_of_hours_link()
returns table (project_id uuid, student_id uuid, opportunity_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.id, p.student_id, p.opportunity_id
    from current_link('hours') l
    join links k on k.token_hash = decode(nullif(current_setting('app.link', true), ''), 'hex')
    join projects p on p.client_id = l.client_id and p.business_id = l.subject_id
   where exists (
     select from hour_entries h where h.client_id = p.client_id and h.project_id = p.id
        and (h.business_approved = 0 or h.decided_at >= l.created_at))
     and (k.supervisor_email is null or supervises(p.client_id, p.business_id, p.id, k.supervisor_email))
$$;
