-- Comments on the lines of a translation. A comment with a suggested text is a tracked change.
create table line_comment (
  id text primary key default new_id(),
  studio_id text not null references studio,
  work_request_id text not null references work_request,
  translation_id text not null references translation on delete cascade,
  -- No reference: the comment stays when its line is removed.
  line_id text not null,
  -- The first comment of its thread, if it is a reply.
  reply_to_id text references line_comment on delete cascade,
  from_id text not null references person,
  text text not null,
  -- The suggested text, and the text of the line that it was suggested for.
  suggestion text,
  original text,
  status text not null default 'open'
    check (status in ('open', 'resolved', 'accepted', 'rejected')),
  decided_by text references person,
  decided_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  vendor_id text,
  check ((suggestion is null) = (original is null)),
  check (suggestion is not null or status in ('open', 'resolved')),
  check ((status = 'open') = (decided_by is null))
);
create index line_comment_translation on line_comment (translation_id, created_at, id);
create index line_comment_thread on line_comment (reply_to_id) where reply_to_id is not null;
create trigger stamp_vendor before insert on line_comment
  for each row execute function stamp_vendor();

call protect_rows('line_comment');
call show_rows('line_comment', 'studio_id = any (stated_studios())
  and (studio_id <> all (stated_vendor_studios())
    or exists (select from work_request w where w.id = work_request_id))');
