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
ALTER TABLE "project_returns" ADD CONSTRAINT "project_returns_client_id_project_id_projects_client_id_id_fk" FOREIGN KEY ("client_id","project_id") REFERENCES "public"."projects"("client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
alter table project_returns enable row level security;--> statement-breakpoint
create policy tenant on project_returns to waypost_app
  using (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid))
  with check (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
grant select, insert, update, delete on project_returns to waypost_app;
