-- Web sessions end when they are idle or too old, and each token may be limited to a scope.
alter table token
  -- Null for tokens that do not end when they are idle. `expires_at` is the absolute limit.
  add column idle_timeout interval,
  -- The user agent and the network of the sign-in.
  add column agent text,
  add column network text,
  -- Null for tokens that may do everything that their owner may do.
  add column scope_access text check (scope_access in ('full', 'read', 'upload')),
  add column scope_studio_id text references studio on delete cascade,
  add column scope_project_id text references project on delete cascade,
  add check (scope_access is not null
    or scope_studio_id is null and scope_project_id is null);
