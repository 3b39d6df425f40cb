-- Share links for people without an account (docs/decisions/0075).

/*
 * A guest received a share link and has no account. Their history is kept under their email: when
 * somebody invites them, the row becomes their account.
 */
alter table person add column guest boolean not null default false;

/* A guest is no account: nobody signs in, is notified or is found as them. */
create or replace view viewer with (security_invoker = true) as
 SELECT id,
    name,
    email,
    'admin'::text = ANY (roles) AS is_admin,
    approved AND disabled_at IS NULL AS active,
    ARRAY( SELECT gp.group_id
           FROM group_person gp
          WHERE gp.person_id = p.id) AS groups,
    ARRAY( SELECT m.studio_id
           FROM membership m
          WHERE m.person_id = p.id) AS studios,
    COALESCE(( SELECT json_agg(json_build_object('studio', m.studio_id, 'roles', m.roles, 'permissions', m.permissions, 'territory', t.code) ORDER BY m.studio_id) AS json_agg
           FROM membership m
             LEFT JOIN territory t ON t.id = m.territory_id
          WHERE m.person_id = p.id), '[]'::json) AS memberships
   FROM person p
  WHERE NOT guest;

create table share (
  id text primary key default new_id(),
  studio_id text not null references studio (id),
  from_id text not null references person (id),
  kind text not null check (kind in ('delivery', 'preview', 'offline', 'files')),
  /* The work request, the preview or the offline. A selection of files has none. */
  subject_id text check ((subject_id is null) = (kind = 'files')),
  message text not null default '',
  passphrase_hash text,
  may_download boolean not null,
  may_comment boolean not null,
  may_decide boolean not null,
  watermark boolean not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoked_by text references person (id)
);
create index share_studio on share (studio_id, created_at desc, id desc);
create index share_subject on share (subject_id) where subject_id is not null;

create table share_file (
  id text primary key default new_id(),
  share_id text not null references share (id) on delete cascade,
  file_id text not null references file (id),
  name text not null,
  position integer not null,
  unique (share_id, file_id)
);
create index share_file_file on share_file (file_id);

/*
 * `email` is null for the open link, and for the visitors of an open link, who have no digest.
 * `digest` is null until the link has been mailed.
 */
create table share_recipient (
  id text primary key default new_id(),
  share_id text not null references share (id) on delete cascade,
  person_id text references person (id),
  email text,
  name text not null default '',
  digest text unique,
  sent_at timestamptz,
  opened_at timestamptz,
  last_opened_at timestamptz,
  opens integer not null default 0,
  decision text check (decision in ('accepted', 'rejected')),
  comment text not null default '',
  decided_at timestamptz,
  /* Not now(), so that the recipients of one share have an order. */
  created_at timestamptz not null default clock_timestamp(),
  unique (share_id, email)
);
create index share_recipient_person on share_recipient (person_id);
create unique index share_recipient_visitor on share_recipient (share_id, name)
  where email is null and digest is null;

create table share_session (
  id text primary key default new_id(),
  share_id text not null references share (id) on delete cascade,
  recipient_id text not null references share_recipient (id) on delete cascade,
  digest text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index share_session_share on share_session (share_id);
create index share_session_recipient on share_session (recipient_id);
create index share_session_expiry on share_session (expires_at);

/* Openings are in the list of downloads too. */
alter table download add column share_id text references share (id);
alter table download add column opened boolean not null default false;
create index download_share on download (share_id) where share_id is not null;

/* Of the whole object, for archives. Known after an archive has been sent once. */
alter table object add column crc32 bigint;

call protect_rows('share');
call protect_rows('share_file');
call protect_rows('share_recipient');
call protect_rows('share_session');
call show_rows_of_studio('share');
call show_rows('share_file', 'exists (select from share where share.id = share_id)');
call show_rows('share_recipient', 'exists (select from share where share.id = share_id)');
call show_rows('share_session', 'exists (select from share where share.id = share_id)');
