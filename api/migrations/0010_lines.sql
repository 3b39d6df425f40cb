-- Lines are rows, so that two people can write at once and each word that ever stood there is kept.
-- A sheet is what lines stand on: every translation and every script of an asset has one of its own. Whoever writes holds its row
-- for the moment of writing, which gives the changes one order: its revisions.
create table sheet (
  id text primary key default new_id(),
  studio_id text not null references studio,
  revision integer not null default 0
);

-- Not `line`: that is a type of PostgreSQL's own.
create table sheet_line (
  id text primary key default new_id(),
  sheet_id text not null references sheet on delete cascade,
  start_ms integer not null,
  stop_ms integer not null,
  -- Lines that begin together stand in the order they were given.
  place integer not null,
  text text not null,
  source text not null default '',
  -- The line of the script it follows, and whether that has changed since this was written.
  origin_id text,
  stale boolean not null default false,
  auto boolean not null default false,
  custom boolean not null default false,
  machine boolean not null default false,
  more jsonb not null default '{}',
  version integer not null default 1,
  check (0 <= start_ms and start_ms < stop_ms)
);
create index sheet_line_order on sheet_line (sheet_id, start_ms, place, id);

create table sheet_revision (
  sheet_id text not null references sheet on delete cascade,
  number integer not null,
  person_id text not null references person,
  deed text not null,
  at timestamptz not null default now(),
  primary key (sheet_id, number)
);

-- What each line was from a revision on. The newest of them is also the line itself.
create table line_version (
  sheet_id text not null references sheet on delete cascade,
  line_id text not null,
  version integer not null,
  revision integer not null,
  gone boolean not null default false,
  line jsonb not null,
  primary key (line_id, version)
);
create index line_version_sheet on line_version (sheet_id, revision);

-- What is said and shown in an asset, in the language it was made in.
create table script (
  id text primary key default new_id(),
  studio_id text not null references studio,
  asset_id text not null references asset on delete cascade,
  part text not null,
  language text not null,
  sheet_id text not null unique references sheet on delete cascade,
  created_at timestamptz not null default now(),
  unique (asset_id, part)
);

alter table translation add column sheet_id text unique;
-- The revision of the script its lines come from, and what the checks said when it was handed in.
alter table translation add column script_revision integer not null default 0;
alter table translation add column remarks jsonb not null default '[]';

update translation set sheet_id = new_id();
insert into sheet (id, studio_id, revision) select sheet_id, studio_id, 1 from translation;
alter table translation alter column sheet_id set not null, add foreign key (sheet_id) references sheet on delete cascade;

create function pg_temp.ms(code text) returns integer language sql as $$
  select (extract(epoch from split_part(code, ',', 1)::interval) * 1000)::integer + split_part(code, ',', 2)::integer
$$;
insert into sheet_line (sheet_id, start_ms, stop_ms, place, text, auto, custom, machine, more)
select tr.sheet_id, pg_temp.ms(old ->> 'startTime'), pg_temp.ms(old ->> 'stopTime'), place, old ->> 'text',
  (old ->> 'auto')::boolean, (old ->> 'custom')::boolean, (old ->> 'machine')::boolean, old - '{number,text,startTime,stopTime,auto,custom,machine}'::text[]
from translation tr cross join jsonb_array_elements(tr.lines) with ordinality given (old, place);
insert into sheet_revision (sheet_id, number, person_id, deed, at)
select tr.sheet_id, 1, coalesce(tr.translator_id, w.owner_id), 'written', tr.created_at from translation tr join work_request w on w.id = tr.work_request_id;
insert into line_version (sheet_id, line_id, version, revision, line) select sheet_id, id, 1, 1,
  jsonb_build_object('_id', id, 'start', start_ms, 'stop', stop_ms, 'text', text, 'source', source, 'origin', origin_id, 'stale', stale, 'auto', auto, 'custom', custom, 'machine', machine, 'version', version, 'place', place) || more
from sheet_line;
alter table translation drop column lines, drop column print_lines;

create function touch_sheet() returns trigger language plpgsql as $$
begin
  insert into touch (part) select work_request_id from translation where sheet_id = new.id;
  return null;
end $$;
create trigger touch after update on sheet for each row execute function touch_sheet();
