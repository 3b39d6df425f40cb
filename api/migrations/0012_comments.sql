-- Offlines are versions of one cut, and what is said about them.

alter table offline add column version int;
update offline o set version = counted.version
  from (select id, row_number() over (partition by work_request_id order by created_at, id) as version from offline) counted where counted.id = o.id;
alter table offline alter column version set not null, add constraint offline_version unique (work_request_id, version);

-- Counted here, so that a node which does not know of versions yet brings them too. Who brings an offline holds its request, so they come one by one.
create function count_offline() returns trigger language plpgsql as $$
begin
  new.version := (select coalesce(max(version), 0) + 1 from offline where work_request_id = new.work_request_id);
  return new;
end $$;
create trigger count_offline before insert on offline for each row execute function count_offline();

-- A comment stands once. It is shown at the version it was made for and at every later one until its thread is resolved, so none can be
-- left behind when another version comes in between. Frames are counted from the first of that version's film.
create table offline_comment (
  id text primary key default new_id(),
  studio_id text not null references studio,
  work_request_id text not null references work_request,
  offline_id text not null references offline,
  -- The first of its thread, where it is an answer.
  reply_to_id text references offline_comment,
  from_id text not null references person,
  text text not null,
  first_frame int,
  -- The last of a range, itself included; none for a single frame.
  last_frame int,
  drawing jsonb,
  -- Of a thread. The version is the newest there was then: later ones do not show it.
  resolved_by text references person,
  resolved_at timestamptz,
  resolved_version int,
  edited_at timestamptz,
  -- Its words are gone; it is shown while others answer it.
  removed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check ((reply_to_id is null) = (first_frame is not null)),
  check (last_frame >= first_frame)
);
create index offline_comment_request on offline_comment (work_request_id);
create index offline_comment_thread on offline_comment (reply_to_id) where reply_to_id is not null;
