-- Bytes on their way in, where originals lie, and what is made of them.

-- An upload is written by one at a time. Who takes it over gets the next fencing number, and whoever held it before can change nothing here any more.
create table upload (
  id text primary key default new_id(),
  file_id text not null references file,
  studio_id text not null references studio,
  person_id text not null references person,
  length bigint not null,
  metadata jsonb not null default '{}',
  -- What is safe of it and where: as the storage says it.
  kept jsonb not null default '{"length": 0, "parts": []}',
  -- Known once every byte is there.
  md5 text,
  sha256 text,
  -- Why all bytes came and yet did not become the file's.
  fault jsonb,
  published_at timestamptz,
  fence bigint not null default 0,
  holder text,
  held_until timestamptz,
  wanted boolean not null default false,
  expires_at timestamptz not null default now() + interval '7 days',
  created_at timestamptz not null default now()
);
create index upload_file on upload (file_id);
create index upload_person on upload (person_id, created_at desc, id desc);
create index upload_expiry on upload (expires_at);
create index upload_stopped on upload (created_at) where published_at is null and fault is null and (kept ->> 'length')::bigint = length;

-- Originals, each once. They are read again from time to time, because disks forget.
create table object (
  key text primary key,
  length bigint not null,
  stored_at timestamptz not null default now(),
  checked_at timestamptz not null default now(),
  rotten_at timestamptz
);
create index object_due on object (checked_at);
create index file_object on file (sha256) where sha256 is not null;
insert into object (key, length) select distinct on (sha256) sha256, length from file where sha256 is not null;

-- What was found in the bytes of a file.
create table media (
  file_id text primary key references file on delete cascade,
  probe jsonb,
  picture jsonb,
  -- Without the peaks: they are a rendition.
  sound jsonb
);

create table media_step (
  file_id text not null references file on delete cascade,
  step text not null,
  status text not null default 'waiting',
  progress real not null default 0,
  reason jsonb,
  -- The attempt of the job that works on it: a worker that was given up tells no more progress.
  fence int not null default 0,
  ended_at timestamptz,
  primary key (file_id, step)
);

-- What was made from a file and can be made again. `person_id` where it was marked for one viewer.
create table rendition (
  id text primary key default new_id(),
  file_id text not null references file on delete cascade,
  kind text not null,
  variant text not null default '',
  person_id text references person on delete cascade,
  facts jsonb not null default '{}',
  whole boolean not null default true,
  made_at timestamptz not null default now(),
  unique nulls not distinct (file_id, kind, variant, person_id)
);

create table rendition_part (
  rendition_id text not null references rendition on delete cascade,
  number int not null,
  key text not null,
  length bigint not null,
  mime text not null,
  -- Of a segment, in seconds.
  duration double precision,
  primary key (rendition_id, number)
);
create index rendition_part_key on rendition_part (key);

-- Films, sounds and pictures that were here before anybody could look into them.
with old as (select id from file where sha256 is not null and removed_at is null and mime ~ '^(video|audio|image)/|^application/(mxf|ogg)$'),
  known as (insert into media (file_id) select id from old),
  steps as (insert into media_step (file_id, step) select id, 'probe' from old)
insert into job (kind, payload) select 'media', jsonb_build_object('file', id, 'step', 'probe') from old;
