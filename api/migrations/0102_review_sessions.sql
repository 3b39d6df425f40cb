-- Review sessions: people watch together and one of them leads (docs/decisions/0109). Unlogged like
-- presence: after a crash of the database people start a session again.
create unlogged table review_session (
  id text primary key default new_id(),
  studio_id text not null references studio on delete cascade,
  -- The id of a member.
  leader text not null,
  offered boolean not null default false,
  -- Every record that the leader shows, as in a playlist: a letter for the kind, and the id. Only
  -- people who see all of them see the session.
  shown text[] not null,
  view jsonb not null,
  playback jsonb not null,
  drawing jsonb not null,
  revision bigint not null default 1,
  created_at timestamptz not null default clock_timestamp()
);
create index review_session_studio on review_session (studio_id);
create index review_session_shown on review_session using gin (shown);

-- A tab of a browser is a member, so that somebody with two tabs leads with one of them.
create unlogged table review_session_member (
  session_id text not null references review_session on delete cascade,
  id text not null,
  person_id text not null references person on delete cascade,
  following boolean not null,
  since timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  primary key (session_id, id)
);
create index review_session_member_person on review_session_member (person_id);

call protect_rows('review_session');
-- The second wall between vendors too: a session at a request of another vendor is hidden.
call show_rows('review_session', 'studio_id = any (stated_studios()) and (shown[1] not like ''w%''
  or exists (select from work_request w where w.id = substr(shown[1], 2)))');
call protect_rows('review_session_member');
call show_rows('review_session_member',
  'exists (select from review_session where review_session.id = session_id)');
