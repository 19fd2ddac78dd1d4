ALTER TABLE "users" ADD COLUMN "plain_name" text collate "C" GENERATED ALWAYS AS (translate(lower(case when role = 'Business' then business_name else first_name || last_name end), ' .,;:&/()''’"-', '')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "businesses_by_contact_phone" ON "businesses" USING btree ("client_id","contact_phone","user_id");--> statement-breakpoint
CREATE INDEX "students_by_student_id" ON "students" USING btree ("client_id","student_id","user_id");--> statement-breakpoint
CREATE INDEX "students_by_cell_phone" ON "students" USING btree ("client_id","cell_phone","user_id");--> statement-breakpoint
CREATE INDEX "users_by_plain_name" ON "users" USING btree ("client_id","role","plain_name","id");