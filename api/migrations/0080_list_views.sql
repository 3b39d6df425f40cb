-- Saved views of lists (docs/decisions/0100). A shared view is for the home office, for the people
-- of a territory, or for a vendor.
create table list_view (
  id text primary key default new_id(),
  studio_id text not null references studio on delete cascade,
  person_id text not null references person on delete cascade,
  list text not null check (list in ('workrequests', 'assets')),
  name text not null,
  query text not null,
  shared boolean not null default false,
  territory text,
  group_id text references people_group on delete cascade,
  created_at timestamptz not null default now()
);
create index list_view_person on list_view (person_id, created_at);
create index list_view_studio on list_view (studio_id) where shared;
create index list_view_group on list_view (group_id) where group_id is not null;
call protect_rows('list_view');
call show_rows_of_studio('list_view');
