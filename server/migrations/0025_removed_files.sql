CREATE TABLE "removed_files" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"removed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "removed_files_client_id_user_id_file_id_pk" PRIMARY KEY("client_id","user_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "removed_files" ADD CONSTRAINT "removed_files_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "removed_files_by_time" ON "removed_files" USING btree ("removed_at");--> statement-breakpoint
select protect('removed_files', 'select, insert');
