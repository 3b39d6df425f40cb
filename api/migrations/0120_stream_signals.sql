-- Messages `changed` of the event stream that follow from no event (docs/decisions/0117): a review
-- session, and a record that somebody may not see any more. They are not listed, and webhooks do not
-- get them. Unlogged: a stream that is interrupted by a crash of the database starts anew.
create unlogged table stream_signal (
  -- From the sequence of the events, so that a stream has one position for both.
  sequence bigint primary key,
  type text not null,
  record_id text not null,
  -- The receivers: everybody who sees all items of `shown`, these people, and the vendors of a
  -- studio: all of them, or those in these groups.
  shown text[],
  users text[] not null,
  vendor_studio text,
  vendor_groups text[],
  created_at timestamptz not null default clock_timestamp()
);
call protect_rows('stream_signal');
