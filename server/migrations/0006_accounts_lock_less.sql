-- A trigger before updates makes PostgreSQL compute the generated column again, which is part of a unique index. So every
-- update of an account blocked inserts of rows that refer to it. A trigger after updates does not.
drop trigger forget_returned_mail on users;
--> statement-breakpoint
create function forget_returned_mail_of_user() returns trigger language plpgsql as $$
begin
  update users set mail_returned_at = null where client_id = new.client_id and id = new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger forget_returned_mail after update of email on users
  for each row when (new.mail_returned_at is not null and lower(new.email) <> lower(old.email))
  execute function forget_returned_mail_of_user();
