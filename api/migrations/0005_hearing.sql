-- What happened: downloads, events and who was told.
create table download (
  id text primary key default new_id(),
  studio_id text not null,
  project_id text not null references project,
  asset_id text not null references asset,
  file_id text not null references file,
  person_id text not null references person,
  created_at timestamptz not null default now()
);
-- With the file, so that a search walks the index alone.
create index download_studio on download (studio_id, created_at, id) include (file_id);
create index download_time on download (created_at, id);
create index download_person on download (person_id, created_at, id);
create index download_file on download (file_id, created_at, id);
create index download_taken on download (file_id, person_id);
create index download_project on download (project_id, created_at, id);
create index download_asset on download (asset_id);

-- Every thousandth key of a studio's downloads in order of time, so that a page far back is found without walking to it.
create table download_anchor (
  studio_id text not null,
  position bigint not null,
  created_at timestamptz not null,
  id text not null,
  -- Some of them end an era; these count from 1.
  era int,
  primary key (studio_id, position)
);
create index download_era on download_anchor (studio_id, era) where era is not null;

-- How often each file was taken, up to the last anchor of its studio and up to the end of each era: a total without counting,
-- and a page of a search far back without walking to it.
create table download_tally (
  studio_id text not null,
  file_id text not null references file,
  taken bigint not null,
  eras int[] not null default '{}',
  primary key (studio_id, file_id)
);

create table event (
  id text primary key default new_id(),
  studio_id text not null,
  type text not null,
  from_id text not null references person,
  work_request_id text references work_request,
  asset_id text references asset,
  -- What stays as it was when it happened: status, phase, reason.
  told jsonb not null default '{}',
  files text[] not null default '{}',
  notify_users text[] not null default '{}',
  notify_groups text[] not null default '{}',
  processed boolean not null default false,
  pushed boolean not null default false,
  digested boolean not null default false,
  created_at timestamptz not null default now()
);
create index event_studio on event (studio_id, created_at desc, id desc);

create table notification (
  id text primary key default new_id(),
  studio_id text not null,
  event_id text not null references event,
  from_id text not null references person,
  to_id text not null references person,
  type text not null,
  title text not null,
  email_subject text not null,
  read boolean not null default false,
  viewed boolean not null default false,
  sent boolean not null default false,
  created_at timestamptz not null default now(),
  unique (event_id, to_id)
);
create index notification_to on notification (to_id, created_at desc, id desc);
