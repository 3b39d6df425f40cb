-- What the service makes of an order by itself: offlines and deliverables with subtitles in the picture, and subtitle files beside them.
create table encode (
  id text primary key default new_id(),
  work_request_id text not null references work_request on delete cascade,
  kind text not null,
  use text not null default '',
  value text not null default '',
  version int not null,
  -- Which lines and which film it is made from: made from the same, it is made once.
  made_from text not null,
  status text not null default 'waiting',
  progress float8 not null default 0,
  -- The highest try of its job: who was given up tells no more.
  fence int not null default 0,
  file_id text references file,
  error jsonb,
  -- On whose behalf: who approved what it is made from.
  person_id text not null references person,
  created_at timestamptz not null default clock_timestamp(),
  unique (work_request_id, kind, use, value, made_from)
);
create index encode_file on encode (file_id) where file_id is not null;
create trigger touch after insert or update or delete on encode for each row execute function touch_work_request();

-- What a file of a bundle is called by who fetches it; its own name stays.
alter table work_request_file add column offered text;
create index work_request_file_file on work_request_file (file_id);
