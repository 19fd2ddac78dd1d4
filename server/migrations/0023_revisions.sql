ALTER TABLE "clients" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "business_contacts" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "guardians" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "evaluation_questions" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "focus_areas" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "programs" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "reflection_questions" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "opportunities" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Not of users: with such a trigger, every update of an account would lock out the rows that refer to it, because its email
-- in lower case is generated and unique. The statements that save an account count.
create function count_revisions() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
--> statement-breakpoint
do $$
declare counted text;
begin
  foreach counted in array array['business_contacts', 'clients', 'evaluation_questions', 'focus_areas', 'guardians', 'opportunities',
      'programs', 'reflection_questions', 'schools', 'settings'] loop
    execute format('create trigger count_revisions before update on %I for each row execute function count_revisions()', counted);
  end loop;
end $$;
--> statement-breakpoint
-- A profile's form also shows these rows, so a change of one counts as a change of the person. As their owner, because some
-- roles may change a contact and not the account.
create function count_revision_of_person() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  update users set revision = revision + 1 where client_id = changed.client_id and id = case tg_table_name
    when 'guardians' then (to_jsonb(changed) ->> 'student_id')::uuid
    when 'business_contacts' then (to_jsonb(changed) ->> 'business_id')::uuid
    else (to_jsonb(changed) ->> 'user_id')::uuid end;
  return null;
end $$;
--> statement-breakpoint
revoke execute on function count_revision_of_person() from public;
--> statement-breakpoint
do $$
declare part text;
begin
  foreach part in array array['business_contacts', 'guardians'] loop
    execute format('create trigger count_revision_of_person after insert or update or delete on %I for each row
      execute function count_revision_of_person()', part);
  end loop;
  foreach part in array array['businesses', 'students'] loop
    execute format('create trigger count_revision_of_person after update on %I for each row
      execute function count_revision_of_person()', part);
  end loop;
end $$;
