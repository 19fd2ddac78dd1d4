CREATE TABLE "saved_opportunities" (
	"client_id" uuid NOT NULL,
	"opportunity_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_opportunities_client_id_student_id_opportunity_id_pk" PRIMARY KEY("client_id","student_id","opportunity_id")
);
--> statement-breakpoint
ALTER TABLE "saved_opportunities" ADD CONSTRAINT "saved_opportunities_client_id_opportunity_id_opportunities_client_id_id_fk" FOREIGN KEY ("client_id","opportunity_id") REFERENCES "public"."opportunities"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_opportunities" ADD CONSTRAINT "saved_opportunities_client_id_student_id_users_client_id_id_fk" FOREIGN KEY ("client_id","student_id") REFERENCES "public"."users"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_opportunities_by_opportunity" ON "saved_opportunities" USING btree ("client_id","opportunity_id");--> statement-breakpoint
alter table saved_opportunities enable row level security;--> statement-breakpoint
create policy tenant on saved_opportunities to waypost_app
  using (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid))
  with check (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
grant select, insert, delete on saved_opportunities to waypost_app;
