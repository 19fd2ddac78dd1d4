CREATE TABLE "agreement_signatures" (
	"client_id" uuid NOT NULL,
	"agreement_id" uuid NOT NULL,
	"party" text NOT NULL,
	"signer_name" text NOT NULL,
	"method" text NOT NULL,
	"user_id" uuid,
	"text_hash" text NOT NULL,
	"signed_on" date NOT NULL,
	"signed_at" timestamp with time zone,
	"sent_to" text DEFAULT '' NOT NULL,
	"proof" text,
	"proof_to" text DEFAULT '' NOT NULL,
	"recorded_by" text DEFAULT '' NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"file_id" uuid,
	CONSTRAINT "agreement_signatures_client_id_agreement_id_party_pk" PRIMARY KEY("client_id","agreement_id","party")
);
--> statement-breakpoint
CREATE TABLE "agreement_template_versions" (
	"client_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"body" text NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "agreement_template_versions_client_id_template_id_version_pk" PRIMARY KEY("client_id","template_id","version")
);
--> statement-breakpoint
CREATE TABLE "agreement_templates" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"program_id" uuid,
	"internship_type" text,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreement_templates_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "one_template_each" UNIQUE NULLS NOT DISTINCT("client_id","program_id","internship_type")
);
--> statement-breakpoint
CREATE TABLE "agreements" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"project_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"body" text NOT NULL,
	"locale" text NOT NULL,
	"names" jsonb NOT NULL,
	"terms" jsonb NOT NULL,
	"signing_order" text NOT NULL,
	"parties" text[] NOT NULL,
	"text" text,
	"text_hash" text,
	"sent_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"closed_reason" text DEFAULT '' NOT NULL,
	"closed_by" text DEFAULT '' NOT NULL,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreements_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "one_agreement_version_each" UNIQUE("client_id","project_id","version"),
	CONSTRAINT "agreement_status" CHECK ("agreements"."status" in ('draft', 'sent', 'partly signed', 'signed', 'declined', 'void')),
	CONSTRAINT "agreement_text_is_fixed" CHECK ("agreements"."status" in ('draft', 'void') or "agreements"."text_hash" is not null)
);
--> statement-breakpoint
CREATE TABLE "signed_documents" (
	"client_id" uuid NOT NULL,
	"agreement_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"code" text NOT NULL,
	"sha256" text NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "signed_documents_client_id_agreement_id_pk" PRIMARY KEY("client_id","agreement_id")
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_feeds_client_id_user_id_pk" PRIMARY KEY("client_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"full_name" text NOT NULL,
	"short_name" text NOT NULL,
	"max_users" integer NOT NULL,
	"is_platform" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"erase_on" date
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"decision" text NOT NULL,
	"method" text NOT NULL,
	"name" text NOT NULL,
	"decided_on" date NOT NULL,
	"decided_at" timestamp with time zone,
	"text" text DEFAULT '' NOT NULL,
	"locale" text,
	"sent_to" text DEFAULT '' NOT NULL,
	"proof" text,
	"proof_to" text DEFAULT '' NOT NULL,
	"recorded_by" text DEFAULT '' NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "consents_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "consents_decision" CHECK (decision in ('given', 'refused', 'withdrawn')),
	CONSTRAINT "consents_method" CHECK (method in ('link', 'paper'))
);
--> statement-breakpoint
CREATE TABLE "business_contacts" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"business_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"code_email" text DEFAULT '' NOT NULL,
	"roles" text[] DEFAULT '{}'::text[] NOT NULL,
	"mail_returned_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "business_contacts_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "business_contacts_roles" CHECK (roles <@ array['supervisor', 'signatory', 'administration'])
);
--> statement-breakpoint
CREATE TABLE "files" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid,
	"name" text NOT NULL,
	"name_es" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"storage_key" text NOT NULL,
	"shelf" text,
	"ordinal" integer DEFAULT 0 NOT NULL,
	"no_delete" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "files_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "follow_ups" (
	"client_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"since" date NOT NULL,
	"snoozed_until" date,
	"reminders" integer DEFAULT 0 NOT NULL,
	"reminded_at" timestamp with time zone,
	"escalated_at" timestamp with time zone,
	CONSTRAINT "follow_ups_client_id_kind_subject_id_pk" PRIMARY KEY("client_id","kind","subject_id")
);
--> statement-breakpoint
CREATE TABLE "reminded_people" (
	"client_id" uuid NOT NULL,
	"day" date NOT NULL,
	"address_hash" "bytea" NOT NULL,
	CONSTRAINT "reminded_people_client_id_day_address_hash_pk" PRIMARY KEY("client_id","day","address_hash")
);
--> statement-breakpoint
CREATE TABLE "reminder_plans" (
	"client_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reminds" boolean NOT NULL,
	"first" integer NOT NULL,
	"every" integer NOT NULL,
	"last" integer NOT NULL,
	"escalates" boolean NOT NULL,
	"escalate" integer NOT NULL,
	CONSTRAINT "reminder_plans_client_id_kind_pk" PRIMARY KEY("client_id","kind")
);
--> statement-breakpoint
CREATE TABLE "guardians" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"relationship" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"code_email" text DEFAULT '' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"may_sign" boolean DEFAULT true NOT NULL,
	"added_by" text NOT NULL,
	"confirmed" boolean DEFAULT false NOT NULL,
	"mail_returned_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guardians_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "guardians_added_by" CHECK (added_by in ('school', 'student')),
	CONSTRAINT "guardians_language" CHECK (language in ('en', 'es'))
);
--> statement-breakpoint
CREATE TABLE "link_codes" (
	"client_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"email" text NOT NULL,
	"salt" "bytea" NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"proof" text NOT NULL,
	"proof_to" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"verified_at" timestamp with time zone,
	CONSTRAINT "link_codes_client_id_account_id_email_pk" PRIMARY KEY("client_id","account_id","email"),
	CONSTRAINT "link_codes_proof" CHECK (proof in ('email', 'phone'))
);
--> statement-breakpoint
CREATE TABLE "link_acts" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"link_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"account_id" uuid,
	"details" jsonb NOT NULL,
	CONSTRAINT "link_acts_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "links" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"purpose" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"recipient_name" text DEFAULT '' NOT NULL,
	"recipient_email" text NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"passed_on_to" text,
	CONSTRAINT "links_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "evaluation_questions" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"ordinal" integer NOT NULL,
	"question_text" text NOT NULL,
	"question_text_es" text DEFAULT '' NOT NULL,
	CONSTRAINT "evaluation_questions_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "focus_areas" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"ordinal" integer NOT NULL,
	"name" text NOT NULL,
	"name_es" text DEFAULT '' NOT NULL,
	CONSTRAINT "focus_areas_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "programs" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"ordinal" integer NOT NULL,
	"name" text NOT NULL,
	"name_es" text DEFAULT '' NOT NULL,
	CONSTRAINT "programs_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "reflection_questions" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"ordinal" integer NOT NULL,
	"question_text" text NOT NULL,
	"question_text_es" text DEFAULT '' NOT NULL,
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
	"default_password_hash" text,
	"staff_second_factor" boolean DEFAULT false NOT NULL,
	"facebook" text DEFAULT '' NOT NULL,
	"twitter" text DEFAULT '' NOT NULL,
	"snapchat" text DEFAULT '' NOT NULL,
	"instagram" text DEFAULT '' NOT NULL,
	"is_complete" boolean DEFAULT false NOT NULL,
	"locale" text,
	"time_zone" text DEFAULT 'America/New_York' NOT NULL,
	"offer_days" integer DEFAULT 14 NOT NULL,
	"signing_order" text DEFAULT 'parallel' NOT NULL,
	"hours_before_signed" boolean DEFAULT true NOT NULL,
	"retention_years" integer,
	"retention_next" date,
	"reminders_from" integer DEFAULT 8 NOT NULL,
	"reminders_until" integer DEFAULT 17 NOT NULL,
	"reminder_days" text[] DEFAULT '{"Monday","Tuesday","Wednesday","Thursday","Friday"}' NOT NULL,
	"second_proof" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"path" text NOT NULL,
	"about_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notices_client_id_id_pk" PRIMARY KEY("client_id","id")
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
	"business_stars" smallint DEFAULT 0 NOT NULL,
	"decline_message" text DEFAULT '' NOT NULL,
	"offer_message" text DEFAULT '' NOT NULL,
	"reply_by" date,
	"offered_from" text,
	"offer_sends_at" timestamp with time zone,
	"offer_lapsed_at" timestamp with time zone,
	"applied_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "applications_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "one_application_each" UNIQUE("client_id","opportunity_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "interviews" (
	"client_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"state" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"minutes" integer NOT NULL,
	"place" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"proposed_at" timestamp with time zone,
	"proposal" text DEFAULT '' NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"in_business_calendar" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "interviews_client_id_application_id_pk" PRIMARY KEY("client_id","application_id")
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
	"pay_from" numeric(5, 2),
	"pay_to" numeric(5, 2),
	"days" text[] DEFAULT '{}' NOT NULL,
	"hours_per_week" integer,
	"dress_notes" text DEFAULT '' NOT NULL,
	"transport_notes" text DEFAULT '' NOT NULL,
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
	CONSTRAINT "seats_never_overbooked" CHECK ("opportunities"."audience" = 'Specific' or ("opportunities"."accepted_count" >= 0 and "opportunities"."accepted_count" <= "opportunities"."available_slots")),
	CONSTRAINT "pay_in_order" CHECK ("opportunities"."pay_to" is null or "opportunities"."pay_from" <= "opportunities"."pay_to")
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
CREATE TABLE "opportunity_words" (
	"client_id" uuid NOT NULL,
	"word" text collate "C" NOT NULL,
	"opportunity_id" uuid NOT NULL,
	CONSTRAINT "opportunity_words_client_id_word_opportunity_id_pk" PRIMARY KEY("client_id","word","opportunity_id")
);
--> statement-breakpoint
CREATE TABLE "saved_opportunities" (
	"client_id" uuid NOT NULL,
	"opportunity_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_opportunities_client_id_student_id_opportunity_id_pk" PRIMARY KEY("client_id","student_id","opportunity_id")
);
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"client_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"filter" jsonb NOT NULL,
	"looked_at" timestamp with time zone NOT NULL,
	"stop_code" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "saved_searches_client_id_student_id_pk" PRIMARY KEY("client_id","student_id"),
	CONSTRAINT "one_search_to_stop" UNIQUE("stop_code")
);
--> statement-breakpoint
CREATE TABLE "businesses" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"business_bio" text DEFAULT '' NOT NULL,
	"featured_projects" text DEFAULT '' NOT NULL,
	"career_opportunities" text DEFAULT '' NOT NULL,
	"internship_opportunities" text DEFAULT '' NOT NULL,
	"hours_told_at" timestamp with time zone,
	CONSTRAINT "businesses_client_id_user_id_pk" PRIMARY KEY("client_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"device_hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_devices_client_id_user_id_device_hash_pk" PRIMARY KEY("client_id","user_id","device_hash")
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
CREATE TABLE "recovery_codes" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	CONSTRAINT "recovery_codes_client_id_user_id_code_hash_pk" PRIMARY KEY("client_id","user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" "bytea",
	"since" timestamp with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"pending" "bytea",
	"pending_at" timestamp with time zone,
	"recovery_salt" "bytea",
	CONSTRAINT "second_factors_client_id_user_id_pk" PRIMARY KEY("client_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"browser" text DEFAULT '' NOT NULL,
	"system" text DEFAULT '' NOT NULL,
	"admin_client_id" uuid,
	"admin_id" uuid,
	"masquerade_id" uuid,
	"needs_second_factor" boolean DEFAULT false NOT NULL,
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
	"birth_date" date,
	"birth_date_by" text,
	CONSTRAINT "students_client_id_user_id_pk" PRIMARY KEY("client_id","user_id"),
	CONSTRAINT "students_birth_date_by" CHECK ((birth_date is null) = (birth_date_by is null))
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
	"email_lower" text collate "C" GENERATED ALWAYS AS (lower(email)) STORED NOT NULL,
	"password_hash" text,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"initial_password_ends_at" timestamp with time zone,
	"role" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"middle_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"business_name" text DEFAULT '' NOT NULL,
	"first_last_lower" text collate "C" GENERATED ALWAYS AS (lower(first_name || ' ' || last_name)) STORED NOT NULL,
	"last_first_lower" text collate "C" GENERATED ALWAYS AS (lower(last_name || ' ' || first_name)) STORED NOT NULL,
	"business_name_lower" text collate "C" GENERATED ALWAYS AS (lower(business_name)) STORED NOT NULL,
	"plain_name" text collate "C" GENERATED ALWAYS AS (translate(lower(case when role = 'Business' then business_name else first_name || last_name end), ' .,;:&/()''’"-', '')) STORED NOT NULL,
	"listed_name" text collate "und-x-icu" GENERATED ALWAYS AS (case when role = 'Business' then business_name else last_name || ' ' || first_name end) STORED NOT NULL,
	"approved" boolean DEFAULT false NOT NULL,
	"confirmed" boolean DEFAULT true NOT NULL,
	"previous_email" text,
	"deactivated_at" timestamp with time zone,
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
	"stop_code" uuid DEFAULT gen_random_uuid() NOT NULL,
	"muted_mail" text[] DEFAULT '{}'::text[] NOT NULL,
	"locale" text,
	"mail_returned_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_chain" (
	"client_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"entry_id" uuid NOT NULL,
	"salts" "bytea"[] NOT NULL,
	"seals" "bytea"[] NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_chain_client_id_position_pk" PRIMARY KEY("client_id","position")
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
CREATE TABLE "sealing_keys" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"private_key" "bytea" NOT NULL,
	"certificate" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "states" (
	"code" text PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tries" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
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
	"disapproval_reason" text DEFAULT '' NOT NULL,
	"signed_off" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hour_entries_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "hour_entry_keys" (
	"client_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	CONSTRAINT "hour_entry_keys_client_id_project_id_key_pk" PRIMARY KEY("client_id","project_id","key")
);
--> statement-breakpoint
CREATE TABLE "project_approvals" (
	"client_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"item" text NOT NULL,
	"approved_by" uuid NOT NULL,
	"approved_at" timestamp with time zone NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"accepted_hours" numeric(9, 2),
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
	"question_text_es" text DEFAULT '' NOT NULL,
	"answer_text" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'locked' NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "project_reflections_client_id_id_pk" PRIMARY KEY("client_id","id"),
	CONSTRAINT "one_reflection_each" UNIQUE("client_id","project_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "project_returns" (
	"client_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"item" text NOT NULL,
	"reason" text NOT NULL,
	"sent_back_by" uuid NOT NULL,
	"sent_back_at" timestamp with time zone NOT NULL,
	CONSTRAINT "project_returns_client_id_project_id_item_pk" PRIMARY KEY("client_id","project_id","item")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"opportunity_id" uuid NOT NULL,
	"student_id" uuid,
	"business_id" uuid,
	"supervisor_id" uuid,
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
CREATE TABLE "supervisor_confirmations" (
	"client_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"project_id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "supervisor_confirmations_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "agreement_signatures" ADD CONSTRAINT "agreement_signatures_client_id_agreement_id_agreements_client_id_id_fk" FOREIGN KEY ("client_id","agreement_id") REFERENCES "public"."agreements"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_template_versions" ADD CONSTRAINT "agreement_template_versions_client_id_template_id_agreement_templates_client_id_id_fk" FOREIGN KEY ("client_id","template_id") REFERENCES "public"."agreement_templates"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_templates" ADD CONSTRAINT "agreement_templates_client_id_program_id_programs_client_id_id_fk" FOREIGN KEY ("client_id","program_id") REFERENCES "public"."programs"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signed_documents" ADD CONSTRAINT "signed_documents_client_id_agreement_id_agreements_client_id_id_fk" FOREIGN KEY ("client_id","agreement_id") REFERENCES "public"."agreements"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signed_documents" ADD CONSTRAINT "signed_documents_client_id_file_id_files_client_id_id_fk" FOREIGN KEY ("client_id","file_id") REFERENCES "public"."files"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_client_id_student_id_users_client_id_id_fk" FOREIGN KEY ("client_id","student_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_contacts" ADD CONSTRAINT "business_contacts_client_id_business_id_users_client_id_id_fk" FOREIGN KEY ("client_id","business_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminded_people" ADD CONSTRAINT "reminded_people_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_plans" ADD CONSTRAINT "reminder_plans_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardians" ADD CONSTRAINT "guardians_client_id_student_id_users_client_id_id_fk" FOREIGN KEY ("client_id","student_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_codes" ADD CONSTRAINT "link_codes_client_id_account_id_users_client_id_id_fk" FOREIGN KEY ("client_id","account_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_acts" ADD CONSTRAINT "link_acts_client_id_link_id_links_client_id_id_fk" FOREIGN KEY ("client_id","link_id") REFERENCES "public"."links"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_acts" ADD CONSTRAINT "link_acts_client_id_account_id_users_client_id_id_fk" FOREIGN KEY ("client_id","account_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_client_id_account_id_users_client_id_id_fk" FOREIGN KEY ("client_id","account_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_questions" ADD CONSTRAINT "evaluation_questions_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "focus_areas" ADD CONSTRAINT "focus_areas_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "programs" ADD CONSTRAINT "programs_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reflection_questions" ADD CONSTRAINT "reflection_questions_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_client_id_about_id_users_client_id_id_fk" FOREIGN KEY ("client_id","about_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_client_id_opportunity_id_opportunities_client_id_id_fk" FOREIGN KEY ("client_id","opportunity_id") REFERENCES "public"."opportunities"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interviews" ADD CONSTRAINT "interviews_client_id_application_id_applications_client_id_id_fk" FOREIGN KEY ("client_id","application_id") REFERENCES "public"."applications"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_focus_areas" ADD CONSTRAINT "opportunity_focus_areas_client_id_opportunity_id_opportunities_client_id_id_fk" FOREIGN KEY ("client_id","opportunity_id") REFERENCES "public"."opportunities"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_focus_areas" ADD CONSTRAINT "opportunity_focus_areas_client_id_focus_area_id_focus_areas_client_id_id_fk" FOREIGN KEY ("client_id","focus_area_id") REFERENCES "public"."focus_areas"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_programs" ADD CONSTRAINT "opportunity_programs_client_id_opportunity_id_opportunities_client_id_id_fk" FOREIGN KEY ("client_id","opportunity_id") REFERENCES "public"."opportunities"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_programs" ADD CONSTRAINT "opportunity_programs_client_id_program_id_programs_client_id_id_fk" FOREIGN KEY ("client_id","program_id") REFERENCES "public"."programs"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_schools" ADD CONSTRAINT "opportunity_schools_client_id_opportunity_id_opportunities_client_id_id_fk" FOREIGN KEY ("client_id","opportunity_id") REFERENCES "public"."opportunities"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_schools" ADD CONSTRAINT "opportunity_schools_client_id_school_id_schools_client_id_id_fk" FOREIGN KEY ("client_id","school_id") REFERENCES "public"."schools"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_students" ADD CONSTRAINT "opportunity_students_client_id_opportunity_id_opportunities_client_id_id_fk" FOREIGN KEY ("client_id","opportunity_id") REFERENCES "public"."opportunities"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_students" ADD CONSTRAINT "opportunity_students_client_id_student_id_users_client_id_id_fk" FOREIGN KEY ("client_id","student_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_words" ADD CONSTRAINT "opportunity_words_client_id_opportunity_id_opportunities_client_id_id_fk" FOREIGN KEY ("client_id","opportunity_id") REFERENCES "public"."opportunities"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_opportunities" ADD CONSTRAINT "saved_opportunities_client_id_opportunity_id_opportunities_client_id_id_fk" FOREIGN KEY ("client_id","opportunity_id") REFERENCES "public"."opportunities"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_opportunities" ADD CONSTRAINT "saved_opportunities_client_id_student_id_users_client_id_id_fk" FOREIGN KEY ("client_id","student_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_client_id_student_id_users_client_id_id_fk" FOREIGN KEY ("client_id","student_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "masquerades" ADD CONSTRAINT "masquerades_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_codes" ADD CONSTRAINT "password_codes_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_client_id_user_id_second_factors_client_id_user_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."second_factors"("client_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "audit_chain" ADD CONSTRAINT "audit_chain_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_log_entries" ADD CONSTRAINT "contact_log_entries_client_id_student_id_users_client_id_id_fk" FOREIGN KEY ("client_id","student_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_ratings" ADD CONSTRAINT "evaluation_ratings_client_id_evaluation_id_evaluations_client_id_id_fk" FOREIGN KEY ("client_id","evaluation_id") REFERENCES "public"."evaluations"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hour_entries" ADD CONSTRAINT "hour_entries_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hour_entry_keys" ADD CONSTRAINT "hour_entry_keys_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_approvals" ADD CONSTRAINT "project_approvals_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_files" ADD CONSTRAINT "project_files_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_files" ADD CONSTRAINT "project_files_client_id_file_id_files_client_id_id_fk" FOREIGN KEY ("client_id","file_id") REFERENCES "public"."files"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_notes" ADD CONSTRAINT "project_notes_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_reflections" ADD CONSTRAINT "project_reflections_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_returns" ADD CONSTRAINT "project_returns_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_client_id_application_id_applications_client_id_id_fk" FOREIGN KEY ("client_id","application_id") REFERENCES "public"."applications"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_client_id_opportunity_id_opportunities_client_id_id_fk" FOREIGN KEY ("client_id","opportunity_id") REFERENCES "public"."opportunities"("client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supervisor_confirmations" ADD CONSTRAINT "supervisor_confirmations_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agreements_by_status" ON "agreements" USING btree ("client_id","status","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "signed_documents_by_code" ON "signed_documents" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "signed_documents_by_file" ON "signed_documents" USING btree ("client_id","file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_by_token" ON "calendar_feeds" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "consents_by_student" ON "consents" USING btree ("client_id","student_id","recorded_at");--> statement-breakpoint
CREATE INDEX "contacts_with_returned_mail" ON "business_contacts" USING btree ("client_id") WHERE mail_returned_at is not null;--> statement-breakpoint
CREATE INDEX "business_contacts_by_phone" ON "business_contacts" USING btree ("client_id","phone","business_id") WHERE ordinal = 1;--> statement-breakpoint
CREATE INDEX "files_by_owner" ON "files" USING btree ("client_id","owner_id");--> statement-breakpoint
CREATE INDEX "files_by_shelf" ON "files" USING btree ("client_id","shelf","ordinal");--> statement-breakpoint
CREATE UNIQUE INDEX "files_by_id" ON "files" USING btree ("id");--> statement-breakpoint
CREATE INDEX "guardians_with_returned_mail" ON "guardians" USING btree ("client_id") WHERE mail_returned_at is not null;--> statement-breakpoint
CREATE INDEX "guardians_to_confirm" ON "guardians" USING btree ("client_id","created_at") WHERE not confirmed and may_sign and email <> '';--> statement-breakpoint
CREATE INDEX "link_acts_by_link" ON "link_acts" USING btree ("client_id","link_id","at");--> statement-breakpoint
CREATE INDEX "link_acts_by_account" ON "link_acts" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "links_by_token" ON "links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "links_by_account" ON "links" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE INDEX "links_by_subject" ON "links" USING btree ("client_id","subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "focus_areas_by_name" ON "focus_areas" USING btree ("client_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "programs_by_name" ON "programs" USING btree ("client_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "schools_by_name" ON "schools" USING btree ("client_id",lower("name"));--> statement-breakpoint
CREATE INDEX "notices_by_user" ON "notices" USING btree ("client_id","user_id","at");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("client_id","user_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notices_about" ON "notices" USING btree ("client_id","about_id") WHERE about_id is not null;--> statement-breakpoint
CREATE INDEX "notices_by_age" ON "notices" USING btree ("at");--> statement-breakpoint
CREATE INDEX "applications_by_opportunity" ON "applications" USING btree ("client_id","opportunity_id","status","applied_at");--> statement-breakpoint
CREATE INDEX "applications_by_student" ON "applications" USING btree ("client_id","student_id","applied_at","created_at");--> statement-breakpoint
CREATE INDEX "offers_by_last_day" ON "applications" USING btree ("client_id","reply_by") WHERE "applications"."status" = 'Offered';--> statement-breakpoint
CREATE INDEX "offers_to_send" ON "applications" USING btree ("client_id","offer_sends_at") WHERE "applications"."offer_sends_at" is not null;--> statement-breakpoint
CREATE INDEX "opportunities_by_business" ON "opportunities" USING btree ("client_id","business_id","created_at");--> statement-breakpoint
CREATE INDEX "opportunities_to_browse" ON "opportunities" USING btree ("client_id","application_close","id","audience","opportunity_type","compensation","lat","lon","business_id","created_at","title","application_open","available_slots","accepted_count","internship_type","time_frame");--> statement-breakpoint
CREATE INDEX "opportunities_by_import" ON "opportunities" USING btree ("client_id","import_file_id");--> statement-breakpoint
CREATE INDEX "opportunity_focus_areas_by_area" ON "opportunity_focus_areas" USING btree ("client_id","focus_area_id");--> statement-breakpoint
CREATE INDEX "opportunity_programs_by_program" ON "opportunity_programs" USING btree ("client_id","program_id");--> statement-breakpoint
CREATE INDEX "opportunity_schools_by_school" ON "opportunity_schools" USING btree ("client_id","school_id");--> statement-breakpoint
CREATE INDEX "opportunity_students_by_student" ON "opportunity_students" USING btree ("client_id","student_id");--> statement-breakpoint
CREATE INDEX "opportunity_words_by_opportunity" ON "opportunity_words" USING btree ("client_id","opportunity_id");--> statement-breakpoint
CREATE INDEX "saved_opportunities_by_opportunity" ON "saved_opportunities" USING btree ("client_id","opportunity_id");--> statement-breakpoint
CREATE INDEX "known_devices_by_expiry" ON "known_devices" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "masquerades_by_time" ON "masquerades" USING btree ("client_id","began_at");--> statement-breakpoint
CREATE INDEX "password_codes_by_user" ON "password_codes" USING btree ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_admin" ON "sessions" USING btree ("admin_client_id","admin_id") WHERE admin_id is not null;--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "students_by_school" ON "students" USING btree ("client_id","school_id","graduation_year");--> statement-breakpoint
CREATE INDEX "students_by_program" ON "students" USING btree ("client_id","program_id");--> statement-breakpoint
CREATE INDEX "students_by_year" ON "students" USING btree ("client_id","graduation_year");--> statement-breakpoint
CREATE INDEX "students_by_student_id" ON "students" USING btree ("client_id","student_id","user_id");--> statement-breakpoint
CREATE INDEX "students_by_cell_phone" ON "students" USING btree ("client_id","cell_phone","user_id");--> statement-breakpoint
CREATE INDEX "user_focus_areas_by_area" ON "user_focus_areas" USING btree ("client_id","focus_area_id");--> statement-breakpoint
CREATE INDEX "user_programs_by_program" ON "user_programs" USING btree ("client_id","program_id");--> statement-breakpoint
CREATE INDEX "user_schools_by_school" ON "user_schools" USING btree ("client_id","school_id");--> statement-breakpoint
CREATE INDEX "users_with_returned_mail" ON "users" USING btree ("client_id") WHERE mail_returned_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_by_stop_code" ON "users" USING btree ("stop_code");--> statement-breakpoint
CREATE UNIQUE INDEX "users_by_email" ON "users" USING btree ("email_lower");--> statement-breakpoint
CREATE INDEX "users_by_email_in_client" ON "users" USING btree ("client_id","role","email_lower");--> statement-breakpoint
CREATE INDEX "users_by_first_last" ON "users" USING btree ("client_id","role","first_last_lower");--> statement-breakpoint
CREATE INDEX "users_by_last_first" ON "users" USING btree ("client_id","role","last_first_lower");--> statement-breakpoint
CREATE INDEX "users_by_business_name" ON "users" USING btree ("client_id","role","business_name_lower");--> statement-breakpoint
CREATE INDEX "users_by_plain_name" ON "users" USING btree ("client_id","role","plain_name","id");--> statement-breakpoint
CREATE INDEX "users_in_order" ON "users" USING btree ("client_id","role","listed_name","id");--> statement-breakpoint
CREATE INDEX "users_not_confirmed" ON "users" USING btree ("created_at") WHERE not confirmed;--> statement-breakpoint
CREATE INDEX "users_not_approved" ON "users" USING btree ("client_id","role","listed_name") WHERE not approved;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_chain_by_entry" ON "audit_chain" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_time" ON "audit_entries" USING btree ("client_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_action" ON "audit_entries" USING btree ("client_id","action","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_subject" ON "audit_entries" USING btree ("client_id","subject_id","at");--> statement-breakpoint
CREATE INDEX "tries_by_end" ON "tries" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "contact_log_entries_by_student" ON "contact_log_entries" USING btree ("client_id","student_id","log_date");--> statement-breakpoint
CREATE INDEX "hour_entries_by_project" ON "hour_entries" USING btree ("client_id","project_id","start_date");--> statement-breakpoint
CREATE INDEX "hour_entries_pending" ON "hour_entries" USING btree ("client_id","project_id") WHERE business_approved = 0;--> statement-breakpoint
CREATE INDEX "project_notes_by_project" ON "project_notes" USING btree ("client_id","project_id","created_at");--> statement-breakpoint
CREATE INDEX "projects_by_student" ON "projects" USING btree ("client_id","student_id","created_at");--> statement-breakpoint
CREATE INDEX "projects_by_business" ON "projects" USING btree ("client_id","business_id","created_at");--> statement-breakpoint
CREATE INDEX "projects_by_age" ON "projects" USING btree ("client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "projects_by_supervisor" ON "projects" USING btree ("client_id","supervisor_id") WHERE supervisor_id is not null;--> statement-breakpoint
CREATE INDEX "projects_by_opportunity" ON "projects" USING btree ("client_id","opportunity_id","business_status");--> statement-breakpoint
CREATE INDEX "supervisor_confirmations_by_project" ON "supervisor_confirmations" USING btree ("client_id","project_id");