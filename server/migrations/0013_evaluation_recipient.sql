CREATE INDEX "links_to_evaluate" ON "links" USING btree ("client_id","subject_id") WHERE purpose = 'evaluation' and done_at is null and revoked_at is null;--> statement-breakpoint
-- An evaluation is for whoever is still to be asked: the placement's supervisor, the business's own address, or a colleague to
-- whom it was passed on. Whoever is taken off, or whose business is no longer approved, reaches nothing.
create or replace function current_link(wanted text)
returns table (client_id uuid, subject_id uuid, created_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.client_id, l.subject_id, l.created_at from links l
   where l.token_hash = decode(nullif(current_setting('app.link', true), ''), 'hex') and l.purpose = wanted
     and l.done_at is null and l.revoked_at is null
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
