-- What two cuts of a film are compared by, computed once for each file (docs/decisions/0112).
create table film_fingerprint (
  file_id text primary key references file on delete cascade,
  frame_rate text not null,
  picture bytea not null,
  sound bytea,
  created_at timestamptz not null default now()
);
-- The bytes are compressed already.
alter table film_fingerprint alter column picture set storage external;
alter table film_fingerprint alter column sound set storage external;
call protect_rows('film_fingerprint');
call show_rows('film_fingerprint', 'exists (select from file where file.id = file_id)');

-- Where the new film shows each part of the old one.
create table film_match (
  old_file_id text not null references file on delete cascade,
  new_file_id text not null references file on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'ready', 'failed')),
  progress real not null default 0,
  mapping jsonb,
  reason jsonb,
  created_at timestamptz not null default now(),
  primary key (old_file_id, new_file_id)
);
create index film_match_new_file_id on film_match (new_file_id);
call protect_rows('film_match');
call show_rows('film_match', 'exists (select from file where file.id = old_file_id)
  and exists (select from file where file.id = new_file_id)');
