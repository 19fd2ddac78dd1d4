CREATE TABLE "clients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"full_name" text NOT NULL,
	"short_name" text NOT NULL,
	"max_users" integer NOT NULL,
	"is_platform" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"storage_key" text NOT NULL,
	"shelf" text,
	"ordinal" integer DEFAULT 0 NOT NULL,
	"no_delete" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "evaluation_questions" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"ordinal" integer NOT NULL,
	"question_text" text NOT NULL,
	CONSTRAINT "evaluation_questions_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "focus_areas" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"ordinal" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "focus_areas_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "programs" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"ordinal" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "programs_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "reflection_questions" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"ordinal" integer NOT NULL,
	"question_text" text NOT NULL,
	CONSTRAINT "reflection_questions_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "schools" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"ordinal" integer NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"street" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"zip" text DEFAULT '' NOT NULL,
	"lat" double precision,
	"lon" double precision,
	"user_overwrote_location" boolean DEFAULT false NOT NULL,
	CONSTRAINT "schools_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"short_name" text DEFAULT '' NOT NULL,
	"full_name" text DEFAULT '' NOT NULL,
	"phone_number" text DEFAULT '' NOT NULL,
	"logo_file_id" uuid,
	"default_password" text DEFAULT '' NOT NULL,
	"facebook" text DEFAULT '' NOT NULL,
	"twitter" text DEFAULT '' NOT NULL,
	"snapchat" text DEFAULT '' NOT NULL,
	"instagram" text DEFAULT '' NOT NULL,
	"is_complete" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"opportunity_id" uuid NOT NULL,
	"student_id" uuid,
	"status" text NOT NULL,
	"cover_letter" text NOT NULL,
	"business_notes" text DEFAULT '' NOT NULL,
	"applied_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "applications_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "one_application_each" UNIQUE("client_id","opportunity_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "opportunities" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"business_id" uuid,
	"title" text NOT NULL,
	"short_description" text DEFAULT '' NOT NULL,
	"skills_required" text DEFAULT '' NOT NULL,
	"full_description" text DEFAULT '' NOT NULL,
	"audience" text NOT NULL,
	"available_slots" integer NOT NULL,
	"accepted_count" integer DEFAULT 0 NOT NULL,
	"opportunity_type" text NOT NULL,
	"internship_type" text NOT NULL,
	"time_frame" text NOT NULL,
	"compensation" text NOT NULL,
	"application_open" date NOT NULL,
	"application_close" date NOT NULL,
	"employment_start" date NOT NULL,
	"employment_stop" date NOT NULL,
	"street" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"zip" text DEFAULT '' NOT NULL,
	"lat" double precision,
	"lon" double precision,
	"user_overwrote_location" boolean DEFAULT false NOT NULL,
	"import_file_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "opportunities_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "seats_never_overbooked" CHECK ("opportunities"."audience" = 'Specific' or ("opportunities"."accepted_count" >= 0 and "opportunities"."accepted_count" <= "opportunities"."available_slots"))
);
--> statement-breakpoint
CREATE TABLE "opportunity_focus_areas" (
	"client_id" uuid NOT NULL,
	"opportunity_id" uuid NOT NULL,
	"focus_area_id" uuid NOT NULL,
	CONSTRAINT "opportunity_focus_areas_client_id_opportunity_id_focus_area_id_pk" PRIMARY KEY("client_id","opportunity_id","focus_area_id")
);
--> statement-breakpoint
CREATE TABLE "opportunity_programs" (
	"client_id" uuid NOT NULL,
	"opportunity_id" uuid NOT NULL,
	"program_id" uuid NOT NULL,
	CONSTRAINT "opportunity_programs_client_id_opportunity_id_program_id_pk" PRIMARY KEY("client_id","opportunity_id","program_id")
);
--> statement-breakpoint
CREATE TABLE "opportunity_schools" (
	"client_id" uuid NOT NULL,
	"opportunity_id" uuid NOT NULL,
	"school_id" uuid NOT NULL,
	CONSTRAINT "opportunity_schools_client_id_opportunity_id_school_id_pk" PRIMARY KEY("client_id","opportunity_id","school_id")
);
--> statement-breakpoint
CREATE TABLE "opportunity_students" (
	"client_id" uuid NOT NULL,
	"opportunity_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	CONSTRAINT "opportunity_students_client_id_opportunity_id_student_id_pk" PRIMARY KEY("client_id","opportunity_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "businesses" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"business_bio" text DEFAULT '' NOT NULL,
	"featured_projects" text DEFAULT '' NOT NULL,
	"career_opportunities" text DEFAULT '' NOT NULL,
	"internship_opportunities" text DEFAULT '' NOT NULL,
	"contact_name" text DEFAULT '' NOT NULL,
	"contact_email" text DEFAULT '' NOT NULL,
	"contact_phone" text DEFAULT '' NOT NULL,
	"admin_name" text DEFAULT '' NOT NULL,
	"admin_email" text DEFAULT '' NOT NULL,
	"admin_phone" text DEFAULT '' NOT NULL,
	CONSTRAINT "businesses_client_id_user_id_pk" PRIMARY KEY("client_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "masquerades" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"admin_id" uuid NOT NULL,
	"admin_name" text NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "masquerades_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "password_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"admin_client_id" uuid,
	"admin_id" uuid,
	"masquerade_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "students" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"student_id" text DEFAULT '' NOT NULL,
	"gender" text DEFAULT '' NOT NULL,
	"pronouns" text DEFAULT '' NOT NULL,
	"graduation_year" integer,
	"school_id" uuid,
	"program_id" uuid,
	"home_phone" text DEFAULT '' NOT NULL,
	"cell_phone" text DEFAULT '' NOT NULL,
	"parent_name" text DEFAULT '' NOT NULL,
	"parent_phone" text DEFAULT '' NOT NULL,
	"alternate_parent_name" text DEFAULT '' NOT NULL,
	"alternate_parent_phone" text DEFAULT '' NOT NULL,
	CONSTRAINT "students_client_id_user_id_pk" PRIMARY KEY("client_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "user_focus_areas" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"focus_area_id" uuid NOT NULL,
	CONSTRAINT "user_focus_areas_client_id_user_id_focus_area_id_pk" PRIMARY KEY("client_id","user_id","focus_area_id")
);
--> statement-breakpoint
CREATE TABLE "user_programs" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"program_id" uuid NOT NULL,
	CONSTRAINT "user_programs_client_id_user_id_program_id_pk" PRIMARY KEY("client_id","user_id","program_id")
);
--> statement-breakpoint
CREATE TABLE "user_schools" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"school_id" uuid NOT NULL,
	CONSTRAINT "user_schools_client_id_user_id_school_id_pk" PRIMARY KEY("client_id","user_id","school_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"email_lower" text GENERATED ALWAYS AS (lower(email) collate "C") STORED NOT NULL,
	"password_hash" text,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"role" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"middle_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"business_name" text DEFAULT '' NOT NULL,
	"approved" boolean DEFAULT false NOT NULL,
	"saves" integer DEFAULT 0 NOT NULL,
	"street" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"zip" text DEFAULT '' NOT NULL,
	"lat" double precision,
	"lon" double precision,
	"user_overwrote_location" boolean DEFAULT false NOT NULL,
	"profile_pic_id" uuid,
	"agreement_file_id" uuid,
	"resume_file_id" uuid,
	"muted_mail" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"admin_id" uuid,
	"admin_name" text,
	"subject_id" uuid,
	"subject_name" text,
	"details" jsonb,
	CONSTRAINT "audit_entries_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "geocode_answers" (
	"query_hash" text PRIMARY KEY NOT NULL,
	"lat" double precision NOT NULL,
	"lon" double precision NOT NULL,
	"precision" text NOT NULL,
	"answered_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "states" (
	"code" text PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_log_entries" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"log_date" date NOT NULL,
	"primary_contact_name" text NOT NULL,
	"contact_relationship" text DEFAULT '' NOT NULL,
	"associated_business" text NOT NULL,
	"contact_type" text DEFAULT '' NOT NULL,
	"comments" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_log_entries_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "evaluation_ratings" (
	"client_id" uuid NOT NULL,
	"evaluation_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"evaluation_question_id" uuid NOT NULL,
	"question_text" text NOT NULL,
	"rating" text NOT NULL,
	CONSTRAINT "evaluation_ratings_client_id_evaluation_id_ordinal_pk" PRIMARY KEY("client_id","evaluation_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "evaluations" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"ordinal" smallint NOT NULL,
	"evaluation_date" date NOT NULL,
	"supervisor" text NOT NULL,
	"internship_facilitator" text NOT NULL,
	"contact_phone" text NOT NULL,
	"term" text NOT NULL,
	"comments" text NOT NULL,
	"discussed" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "evaluations_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "two_evaluations_at_most" UNIQUE("client_id","project_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "hour_entries" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"total_hours" numeric(7, 2) NOT NULL,
	"text_log" text NOT NULL,
	"business_approved" smallint DEFAULT 0 NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hour_entries_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "project_approvals" (
	"client_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"item" text NOT NULL,
	"approved_by" uuid NOT NULL,
	"approved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "project_approvals_client_id_project_id_item_pk" PRIMARY KEY("client_id","project_id","item")
);
--> statement-breakpoint
CREATE TABLE "project_files" (
	"client_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_files_client_id_project_id_file_id_pk" PRIMARY KEY("client_id","project_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "project_notes" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"author_name" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_notes_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "project_reflections" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"question_text" text NOT NULL,
	"answer_text" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'locked' NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "project_reflections_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "one_reflection_each" UNIQUE("client_id","project_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"opportunity_id" uuid NOT NULL,
	"student_id" uuid,
	"business_id" uuid,
	"business_status" text DEFAULT 'open' NOT NULL,
	"final_summary" text DEFAULT '' NOT NULL,
	"final_summary_updated_at" timestamp with time zone,
	"final_project_updated_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "projects_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "one_project_each" UNIQUE("client_id","application_id")
);
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_questions" ADD CONSTRAINT "evaluation_questions_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "focus_areas" ADD CONSTRAINT "focus_areas_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "programs" ADD CONSTRAINT "programs_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reflection_questions" ADD CONSTRAINT "reflection_questions_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_client_id_opportunity_id_opportunities_client_id_id_fk" FOREIGN KEY ("client_id","opportunity_id") REFERENCES "public"."opportunities"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_focus_areas" ADD CONSTRAINT "opportunity_focus_areas_client_id_opportunity_id_opportunities_client_id_id_fk" FOREIGN KEY ("client_id","opportunity_id") REFERENCES "public"."opportunities"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_focus_areas" ADD CONSTRAINT "opportunity_focus_areas_client_id_focus_area_id_focus_areas_client_id_id_fk" FOREIGN KEY ("client_id","focus_area_id") REFERENCES "public"."focus_areas"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_programs" ADD CONSTRAINT "opportunity_programs_client_id_opportunity_id_opportunities_client_id_id_fk" FOREIGN KEY ("client_id","opportunity_id") REFERENCES "public"."opportunities"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_programs" ADD CONSTRAINT "opportunity_programs_client_id_program_id_programs_client_id_id_fk" FOREIGN KEY ("client_id","program_id") REFERENCES "public"."programs"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_schools" ADD CONSTRAINT "opportunity_schools_client_id_opportunity_id_opportunities_client_id_id_fk" FOREIGN KEY ("client_id","opportunity_id") REFERENCES "public"."opportunities"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_schools" ADD CONSTRAINT "opportunity_schools_client_id_school_id_schools_client_id_id_fk" FOREIGN KEY ("client_id","school_id") REFERENCES "public"."schools"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_students" ADD CONSTRAINT "opportunity_students_client_id_opportunity_id_opportunities_client_id_id_fk" FOREIGN KEY ("client_id","opportunity_id") REFERENCES "public"."opportunities"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_students" ADD CONSTRAINT "opportunity_students_client_id_student_id_users_client_id_id_fk" FOREIGN KEY ("client_id","student_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "masquerades" ADD CONSTRAINT "masquerades_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_codes" ADD CONSTRAINT "password_codes_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_client_id_school_id_schools_client_id_id_fk" FOREIGN KEY ("client_id","school_id") REFERENCES "public"."schools"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_client_id_program_id_programs_client_id_id_fk" FOREIGN KEY ("client_id","program_id") REFERENCES "public"."programs"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_focus_areas" ADD CONSTRAINT "user_focus_areas_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_focus_areas" ADD CONSTRAINT "user_focus_areas_client_id_focus_area_id_focus_areas_client_id_id_fk" FOREIGN KEY ("client_id","focus_area_id") REFERENCES "public"."focus_areas"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_programs" ADD CONSTRAINT "user_programs_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_programs" ADD CONSTRAINT "user_programs_client_id_program_id_programs_client_id_id_fk" FOREIGN KEY ("client_id","program_id") REFERENCES "public"."programs"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_schools" ADD CONSTRAINT "user_schools_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_schools" ADD CONSTRAINT "user_schools_client_id_school_id_schools_client_id_id_fk" FOREIGN KEY ("client_id","school_id") REFERENCES "public"."schools"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_log_entries" ADD CONSTRAINT "contact_log_entries_client_id_student_id_users_client_id_id_fk" FOREIGN KEY ("client_id","student_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_ratings" ADD CONSTRAINT "evaluation_ratings_client_id_evaluation_id_evaluations_client_id_id_fk" FOREIGN KEY ("client_id","evaluation_id") REFERENCES "public"."evaluations"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hour_entries" ADD CONSTRAINT "hour_entries_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_approvals" ADD CONSTRAINT "project_approvals_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_files" ADD CONSTRAINT "project_files_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_files" ADD CONSTRAINT "project_files_client_id_file_id_files_client_id_id_fk" FOREIGN KEY ("client_id","file_id") REFERENCES "public"."files"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_notes" ADD CONSTRAINT "project_notes_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_reflections" ADD CONSTRAINT "project_reflections_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_client_id_application_id_applications_client_id_id_fk" FOREIGN KEY ("client_id","application_id") REFERENCES "public"."applications"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_client_id_opportunity_id_opportunities_client_id_id_fk" FOREIGN KEY ("client_id","opportunity_id") REFERENCES "public"."opportunities"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_by_owner" ON "files" USING btree ("client_id","owner_id");--> statement-breakpoint
CREATE INDEX "files_by_shelf" ON "files" USING btree ("client_id","shelf","ordinal");--> statement-breakpoint
CREATE UNIQUE INDEX "files_by_id" ON "files" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "focus_areas_by_name" ON "focus_areas" USING btree ("client_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "programs_by_name" ON "programs" USING btree ("client_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "schools_by_name" ON "schools" USING btree ("client_id",lower("name"));--> statement-breakpoint
CREATE INDEX "applications_by_opportunity" ON "applications" USING btree ("client_id","opportunity_id","status","applied_at");--> statement-breakpoint
CREATE INDEX "applications_by_student" ON "applications" USING btree ("client_id","student_id","applied_at");--> statement-breakpoint
CREATE INDEX "opportunities_by_business" ON "opportunities" USING btree ("client_id","business_id","created_at");--> statement-breakpoint
CREATE INDEX "opportunities_by_close" ON "opportunities" USING btree ("client_id","application_close","id");--> statement-breakpoint
CREATE INDEX "opportunities_by_title" ON "opportunities" USING btree ("client_id","title");--> statement-breakpoint
CREATE INDEX "opportunities_by_import" ON "opportunities" USING btree ("client_id","import_file_id");--> statement-breakpoint
CREATE INDEX "opportunity_focus_areas_by_area" ON "opportunity_focus_areas" USING btree ("client_id","focus_area_id");--> statement-breakpoint
CREATE INDEX "opportunity_programs_by_program" ON "opportunity_programs" USING btree ("client_id","program_id");--> statement-breakpoint
CREATE INDEX "opportunity_schools_by_school" ON "opportunity_schools" USING btree ("client_id","school_id");--> statement-breakpoint
CREATE INDEX "opportunity_students_by_student" ON "opportunity_students" USING btree ("client_id","student_id");--> statement-breakpoint
CREATE INDEX "masquerades_by_time" ON "masquerades" USING btree ("client_id","began_at");--> statement-breakpoint
CREATE INDEX "password_codes_by_user" ON "password_codes" USING btree ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "students_by_school" ON "students" USING btree ("client_id","school_id","graduation_year");--> statement-breakpoint
CREATE INDEX "students_by_program" ON "students" USING btree ("client_id","program_id");--> statement-breakpoint
CREATE INDEX "students_by_year" ON "students" USING btree ("client_id","graduation_year");--> statement-breakpoint
CREATE INDEX "user_focus_areas_by_area" ON "user_focus_areas" USING btree ("client_id","focus_area_id");--> statement-breakpoint
CREATE INDEX "user_programs_by_program" ON "user_programs" USING btree ("client_id","program_id");--> statement-breakpoint
CREATE INDEX "user_schools_by_school" ON "user_schools" USING btree ("client_id","school_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_by_email" ON "users" USING btree ("email_lower");--> statement-breakpoint
CREATE INDEX "users_by_email_in_client" ON "users" USING btree ("client_id","role","email_lower");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ("client_id","role","last_name","first_name");--> statement-breakpoint
CREATE INDEX "users_by_business_name" ON "users" USING btree ("client_id","role","business_name");--> statement-breakpoint
CREATE INDEX "audit_entries_by_time" ON "audit_entries" USING btree ("client_id","at");--> statement-breakpoint
CREATE INDEX "audit_entries_by_subject" ON "audit_entries" USING btree ("client_id","subject_id","at");--> statement-breakpoint
CREATE INDEX "contact_log_entries_by_student" ON "contact_log_entries" USING btree ("client_id","student_id","log_date");--> statement-breakpoint
CREATE INDEX "hour_entries_by_project" ON "hour_entries" USING btree ("client_id","project_id","start_date");--> statement-breakpoint
CREATE INDEX "project_notes_by_project" ON "project_notes" USING btree ("client_id","project_id","created_at");--> statement-breakpoint
CREATE INDEX "projects_by_student" ON "projects" USING btree ("client_id","student_id","created_at");--> statement-breakpoint
CREATE INDEX "projects_by_business" ON "projects" USING btree ("client_id","business_id","created_at");--> statement-breakpoint
CREATE INDEX "projects_by_opportunity" ON "projects" USING btree ("client_id","opportunity_id","business_status");