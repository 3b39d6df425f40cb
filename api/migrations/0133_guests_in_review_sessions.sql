-- Guests with a share link follow review sessions, if the share allows it (docs/decisions/0127).
alter table share add column may_follow boolean not null default false;

-- The share that a member came by. Null for people with an account.
alter table review_session_member add column share_id text references share on delete cascade;
create index review_session_member_share on review_session_member (share_id);
