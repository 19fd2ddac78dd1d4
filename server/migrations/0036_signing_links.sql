ALTER TABLE "agreement_signatures" ADD COLUMN "sent_to" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "links_by_subject" ON "links" USING btree ("client_id","subject_id");--> statement-breakpoint
-- A link's page shows times as the school system's clocks do.
drop function enter_link(bytea, timestamptz);--> statement-breakpoint
drop function find_link(bytea, timestamptz);--> statement-breakpoint
create function find_link(hash bytea, at timestamptz)
returns table (
  client_id uuid, link_id uuid, purpose text, subject_id uuid, account_id uuid, recipient_name text, recipient_email text,
  locale text, state text, passed_on_to text, created_at timestamptz, client_name text, client_phone text,
  client_time_zone text)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.client_id, l.id, l.purpose, l.subject_id, l.account_id, l.recipient_name, l.recipient_email, l.locale,
         case when l.passed_on_to is not null then 'passed on'
              when l.revoked_at is not null then 'revoked'
              when l.done_at is not null then 'done'
              when l.expires_at <= at then 'expired'
              else 'open' end,
         l.passed_on_to, l.created_at, coalesce(nullif(s.full_name, ''), c.full_name), coalesce(s.phone_number, ''),
         coalesce(s.time_zone, 'America/New_York')
    from links l join clients c on c.id = l.client_id left join settings s on s.client_id = l.client_id
   where l.token_hash = hash
$$;--> statement-breakpoint
-- As before (0028), with the time zone.
create function enter_link(hash bytea, at timestamptz)
returns table (
  client_id uuid, link_id uuid, purpose text, subject_id uuid, account_id uuid, recipient_name text, recipient_email text,
  locale text, state text, passed_on_to text, created_at timestamptz, client_name text, client_phone text,
  client_time_zone text)
language plpgsql as $$
begin
  perform set_config('app.client_id', '', true), set_config('app.link', '', true);
  select * into client_id, link_id, purpose, subject_id, account_id, recipient_name, recipient_email, locale, state,
         passed_on_to, created_at, client_name, client_phone, client_time_zone
    from find_link(hash, at);
  if not found then
    return;
  end if;
  if state = 'open' then
    perform set_config('app.link', encode(hash, 'hex'), true);
    perform set_config('role', 'waypost_link', true);
  end if;
  return next;
end $$;--> statement-breakpoint

-- Purpose `sign`: one version of an agreement, for whom the school or the business has on file at the link's address. Whoever
-- is taken off, or is no longer confirmed, reaches nothing.
create function signing_of_link()
returns table (client_id uuid, agreement_id uuid, project_id uuid, student_id uuid, party text)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.client_id, a.id, p.id, p.student_id, signer.party
    from links l
    join agreements a on a.client_id = l.client_id and a.id = l.subject_id
    join projects p on p.client_id = a.client_id and p.id = a.project_id
    cross join lateral (
      select 'guardian' as party from guardians g
       where g.client_id = l.client_id and g.student_id = p.student_id and g.student_id = l.account_id
         and lower(g.email) = lower(l.recipient_email) and g.confirmed and g.may_sign
      union
      select 'business' from business_contacts c join users b on b.client_id = c.client_id and b.id = c.business_id
       where c.client_id = l.client_id and c.business_id = p.business_id and c.business_id = l.account_id
         and lower(c.email) = lower(l.recipient_email) and 'signatory' = any(c.roles) and b.approved) signer
   where l.token_hash = decode(nullif(current_setting('app.link', true), ''), 'hex') and l.purpose = 'sign'
     and l.done_at is null and l.revoked_at is null and p.student_id is not null
$$;--> statement-breakpoint
revoke execute on function find_link(bytea, timestamptz), enter_link(bytea, timestamptz), signing_of_link()
  from public;--> statement-breakpoint
grant execute on function find_link(bytea, timestamptz), enter_link(bytea, timestamptz) to waypost_app;--> statement-breakpoint
grant execute on function signing_of_link() to waypost_link;--> statement-breakpoint
create policy sign_link on agreements for select to waypost_link
  using (client_id = (select client_id from signing_of_link()) and id = (select agreement_id from signing_of_link()));--> statement-breakpoint
create policy sign_link_moves on agreements for update to waypost_link
  using (client_id = (select client_id from signing_of_link()) and id = (select agreement_id from signing_of_link())
    and status in ('sent', 'partly signed'))
  with check (status in ('partly signed', 'signed', 'declined'));--> statement-breakpoint
create policy sign_link on agreement_signatures for select to waypost_link
  using (client_id = (select client_id from signing_of_link())
    and agreement_id = (select agreement_id from signing_of_link()));--> statement-breakpoint
create policy sign_link_signs on agreement_signatures for insert to waypost_link
  with check (client_id = (select client_id from signing_of_link())
    and agreement_id = (select agreement_id from signing_of_link())
    and party = (select party from signing_of_link()) and method = 'link');--> statement-breakpoint
create policy sign_link on projects to waypost_link
  using (client_id = (select client_id from signing_of_link()) and id = (select project_id from signing_of_link()));--> statement-breakpoint
create policy sign_link on users for select to waypost_link
  using (client_id = (select client_id from signing_of_link()) and id = (select student_id from signing_of_link()));--> statement-breakpoint
grant select (client_id, id, project_id, version, revision, status, parties, signing_order, text, text_hash, locale,
    expires_at), update (status, revision, closed_reason, closed_by, closed_at, updated_at)
  on agreements to waypost_link;--> statement-breakpoint
grant select (client_id, agreement_id, party), insert on agreement_signatures to waypost_link;
