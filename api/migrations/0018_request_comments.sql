-- What people say to each other about a work request. Threads are one level deep.
create table work_request_comment (
  id text primary key default new_id(),
  studio_id text not null references studio,
  work_request_id text not null references work_request,
  -- The first of its thread, where it is an answer.
  reply_to_id text references work_request_comment,
  from_id text not null references person,
  text text not null,
  -- People who are called by name.
  mentions text[] not null default '{}',
  edited_at timestamptz,
  -- Its words are gone; it is shown while others answer it.
  removed_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index work_request_comment_request on work_request_comment (work_request_id);
create index work_request_comment_thread on work_request_comment (reply_to_id) where reply_to_id is not null;
