create function sees_review_session(studio text, id text) returns boolean
language plpgsql stable parallel safe as $$
begin
  return exists (
    select from review_session s where s.studio_id = studio and s.id = sees_review_session.id);
end $$;

create table offline (
  studio_id text not null,
  id text not null default new_id(),
  project_id text not null,
  asset_id text not null,
  work_request_id text not null,
  from_id text not null references person,
  file_id text not null,
  decision text,
  decided_by text references person,
  decided_at timestamptz,
  reason text not null default '',
  code text,
  created_at timestamptz not null default now(),
  -- Counts the offlines of a request from 1.
  version integer not null,
  -- The vendor at that time.
  vendor_id text,
  primary key (studio_id, id),
  unique (studio_id, work_request_id, version),
  foreign key (studio_id, project_id) references project,
  foreign key (studio_id, asset_id) references asset,
  foreign key (studio_id, work_request_id) references work_request,
  foreign key (studio_id, file_id) references file
);
create index offline_by_id on offline (id);
create index offline_file on offline (file_id);
create index offline_request on offline (work_request_id, created_at desc, id desc);
create index offline_studio on offline (studio_id, created_at desc, id desc);
call tenant_table('offline', vendors_see => 'sees_request(studio_id, work_request_id)');
create policy accepted on offline as restrictive for insert to reelay_service
  with check (not awaits_answer(studio_id, work_request_id));

create table offline_comment (
  studio_id text not null,
  id text not null default new_id(),
  work_request_id text not null,
  offline_id text not null,
  -- The first comment of its thread, if it is a reply.
  reply_to_id text,
  from_id text not null references person,
  text text not null,
  first_frame integer,
  -- Of a range, inclusive; null for a single frame.
  last_frame integer,
  drawing jsonb,
  resolved_by text references person,
  resolved_at timestamptz,
  -- The newest version at that time: later ones do not show the comment.
  resolved_version integer,
  edited_at timestamptz,
  -- The text is deleted; the comment stays while it has replies.
  removed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  mentions text[] not null default '{}',
  positions jsonb not null default '[]',
  primary key (studio_id, id),
  foreign key (studio_id, work_request_id) references work_request,
  foreign key (studio_id, offline_id) references offline,
  foreign key (studio_id, reply_to_id) references offline_comment,
  check ((reply_to_id is null) = (first_frame is not null)),
  check (last_frame >= first_frame)
);
create index offline_comment_by_id on offline_comment (id);
create index offline_comment_request on offline_comment (work_request_id);
create index offline_comment_search on offline_comment using gin (fold(text) gin_trgm_ops)
  where removed_at is null;
create index offline_comment_thread on offline_comment (reply_to_id) where reply_to_id is not null;
call tenant_table('offline_comment', vendors_see => 'sees_request(studio_id, work_request_id)');

create table share (
  studio_id text not null references studio,
  id text not null default new_id(),
  from_id text not null references person,
  kind text not null check (kind in ('delivery', 'preview', 'offline', 'files')),
  -- The work request, the preview or the offline; null for a selection of files.
  subject_id text,
  message text not null default '',
  passphrase_hash text,
  may_download boolean not null,
  may_comment boolean not null,
  may_decide boolean not null,
  watermark boolean not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoked_by text references person,
  language text not null default 'en' check (language in ('en', 'de', 'ar')),
  may_follow boolean not null default false,
  primary key (studio_id, id),
  check ((subject_id is null) = (kind = 'files'))
);
create index share_by_id on share (id);
create index share_studio on share (studio_id, created_at desc, id desc);
create index share_subject on share (subject_id) where subject_id is not null;
call tenant_table('share');

create table share_file (
  studio_id text not null,
  id text not null default new_id(),
  share_id text not null,
  file_id text not null,
  name text not null,
  position integer not null,
  primary key (studio_id, id),
  unique (studio_id, share_id, file_id),
  foreign key (studio_id, share_id) references share on delete cascade,
  foreign key (studio_id, file_id) references file
);
create index share_file_file on share_file (file_id);
call tenant_table('share_file');

create table share_recipient (
  studio_id text not null,
  id text not null default new_id(),
  share_id text not null,
  person_id text references person,
  email text,
  name text not null default '',
  digest text,
  sent_at timestamptz,
  opened_at timestamptz,
  last_opened_at timestamptz,
  opens integer not null default 0,
  decision text check (decision in ('accepted', 'rejected')),
  comment text not null default '',
  decided_at timestamptz,
  -- Not now(), so that the recipients of one share have an order.
  created_at timestamptz not null default clock_timestamp(),
  replies_mailed_at timestamptz,
  primary key (studio_id, id),
  unique (studio_id, share_id, email),
  foreign key (studio_id, share_id) references share on delete cascade
);
create index share_recipient_by_id on share_recipient (id);
create index share_recipient_person on share_recipient (person_id);
create unique index share_recipient_visitor on share_recipient (studio_id, share_id, name)
  where email is null and digest is null;
create index share_recipient_digest on share_recipient (digest);
call tenant_table('share_recipient');

create table share_code (
  studio_id text not null,
  digest text not null,
  recipient_id text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (studio_id, digest),
  foreign key (studio_id, recipient_id) references share_recipient on delete cascade
);
create index share_code_recipient on share_code (recipient_id);
create index share_code_digest on share_code (digest);
call tenant_table('share_code');

create table share_session (
  studio_id text not null,
  id text not null default new_id(),
  share_id text not null,
  recipient_id text not null,
  digest text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (studio_id, id),
  foreign key (studio_id, share_id) references share on delete cascade,
  foreign key (studio_id, recipient_id) references share_recipient on delete cascade
);
create index share_session_expiry on share_session (expires_at);
create index share_session_recipient on share_session (recipient_id);
create index share_session_share on share_session (share_id);
create index share_session_digest on share_session (digest);
call tenant_table('share_session');

create table download (
  studio_id text not null,
  id text not null default new_id(),
  project_id text not null,
  asset_id text not null,
  file_id text not null,
  person_id text not null references person,
  created_at timestamptz not null default now(),
  share_id text,
  opened boolean not null default false,
  primary key (studio_id, id),
  foreign key (studio_id, project_id) references project,
  foreign key (studio_id, asset_id) references asset,
  foreign key (studio_id, file_id) references file,
  foreign key (studio_id, share_id) references share
);
create index download_by_id on download (id);
create index download_asset on download (asset_id);
create index download_by_file_and_person on download (file_id, person_id);
create index download_file on download (file_id, created_at, id);
create index download_person on download (person_id, created_at, id);
create index download_project on download (project_id, created_at, id);
create index download_share on download (share_id) where share_id is not null;
create index download_studio on download (studio_id, created_at, id) include (file_id);
create index download_time on download (created_at, id);
call tenant_table('download',
  seen => '(studio_id = any (stated_studios()) or person_id = stated_person())
    and (studio_id <> all (stated_vendor_studios()) or sees_file(studio_id, file_id))',
  written => 'studio_id = any (stated_studios())');

create table download_budget (
  person_id text primary key references person on delete cascade,
  -- When the studio last heard that it is nearly used up.
  alerted_at timestamptz
);
call local_table('download_budget', 'person_id = stated_person()');

create unlogged table review_session (
  studio_id text not null references studio on delete cascade,
  id text not null default new_id(),
  -- The id of a member.
  leader text not null,
  offered boolean not null default false,
  -- The records that are shown: a letter for the kind, and the id. Whoever sees all of them
  -- sees the session.
  items text[] not null,
  view jsonb not null,
  playback jsonb not null,
  drawing jsonb not null,
  revision bigint not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  primary key (studio_id, id)
);
create index review_session_by_id on review_session (id);
create index review_session_items on review_session using gin (items);
create index review_session_studio on review_session (studio_id);
call tenant_table('review_session', vendors_see =>
  'items[1] not like ''w%'' or sees_request(studio_id, substr(items[1], 2))');

create unlogged table review_session_member (
  studio_id text not null,
  session_id text not null,
  id text not null,
  person_id text not null references person on delete cascade,
  following boolean not null,
  since timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  share_id text,
  primary key (studio_id, session_id, id),
  foreign key (studio_id, session_id) references review_session on delete cascade,
  foreign key (studio_id, share_id) references share on delete cascade
);
create index review_session_member_person on review_session_member (person_id);
create index review_session_member_share on review_session_member (share_id);
call tenant_table('review_session_member', vendors_see =>
  'sees_review_session(studio_id, session_id)');

create function search_offline_comments(pattern text) returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from offline_comment
    where removed_at is null and fold(text) like pattern
      and (current_setting('role') <> 'reelay_service' or studio_id = any (stated_studios()));
end $$;
