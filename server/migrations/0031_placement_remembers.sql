ALTER TABLE "projects" ADD COLUMN "school_id" uuid;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "program_id" uuid;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "graduation_year" integer;--> statement-breakpoint
-- Earlier changes of students are not known.
update projects p set school_id = s.school_id, program_id = s.program_id, graduation_year = s.graduation_year
  from students s where s.client_id = p.client_id and s.user_id = p.student_id;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_client_id_school_id_schools_client_id_id_fk" FOREIGN KEY ("client_id","school_id") REFERENCES "public"."schools"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_client_id_program_id_programs_client_id_id_fk" FOREIGN KEY ("client_id","program_id") REFERENCES "public"."programs"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "projects_by_year" ON "projects" USING btree ("client_id","graduation_year");