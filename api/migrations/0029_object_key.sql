-- The keys from which the key of each encrypted object is derived. They are sealed with the master
-- key, so that a rotation changes these rows and never an object. Objects need them forever.
create table object_key (
  id text primary key default new_id(),
  secret text not null,
  created_at timestamptz not null default now()
);
