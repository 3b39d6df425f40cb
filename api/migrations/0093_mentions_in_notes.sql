-- The people whom a comment on an offline mentions, as in work_request_comment.
alter table offline_comment add column mentions text[] not null default '{}';
