-- Events about a project, and the rule that assigned a vendor (docs/decisions/0083).

alter table event add column project_id text references project (id) on delete set null;
create index event_project on event (project_id) where project_id is not null;

/* What the rule of the studio was for: territory, project, language. */
alter table work_request_assignment add column rule jsonb;
