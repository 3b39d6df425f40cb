-- Devices on which somebody stays signed in (docs/decisions/0105). A device is valid as long as
-- none of its tokens is revoked.
create table remembered_device (
  id text primary key default new_id(),
  person_id text not null references person on delete cascade,
  family_digest text not null unique,
  digest text not null,
  previous_digest text,
  rotated_at timestamptz not null default now(),
  second_factor boolean not null,
  agent text,
  network text,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index remembered_device_person on remembered_device (person_id, created_at);
call protect_rows('remembered_device');
call show_rows('remembered_device', 'person_id = stated_person()');

alter table token add column device_id text references remembered_device on delete set null;
create index token_device on token (device_id) where device_id is not null;
