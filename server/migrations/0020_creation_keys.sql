CREATE TABLE "creation_keys" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"reply" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "creation_keys_client_id_user_id_key_pk" PRIMARY KEY("client_id","user_id","key")
);
--> statement-breakpoint
ALTER TABLE "creation_keys" ADD CONSTRAINT "creation_keys_client_id_user_id_users_client_id_id_fk" FOREIGN KEY ("client_id","user_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creation_keys_by_time" ON "creation_keys" USING btree ("created_at");--> statement-breakpoint
select protect('creation_keys', 'select, insert, update');
