-- Replies to the comments of guests are mailed with a link (docs/decisions/0096).
create table share_code (
  digest text primary key,
  recipient_id text not null references share_recipient (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp()
);
create index share_code_recipient on share_code (recipient_id);
call protect_rows('share_code');
call show_rows('share_code',
  'exists (select from share_recipient where share_recipient.id = recipient_id)');

/* The newest reply that the recipient was told about. */
alter table share_recipient add column replies_mailed_at timestamptz;

/* A mail about a share is withdrawn when the share ends before it was sent. */
alter table mail add column share_id text references share (id) on delete cascade;
create index mail_share on mail (share_id, created_at) where share_id is not null;
