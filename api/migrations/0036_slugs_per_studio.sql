-- Slugs of projects and assets are unique within their studio. A taken slug of another studio would
-- reveal the titles it works on.

alter table project drop constraint project_slug_key;
alter table project add constraint project_studio_slug_key unique (studio_id, slug);
create index project_slug on project (slug);

alter table asset drop constraint asset_slug_key;
alter table asset add constraint asset_studio_slug_key unique (studio_id, slug);
create index asset_slug on asset (slug);
