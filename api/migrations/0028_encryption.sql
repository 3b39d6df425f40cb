-- The ids of the master keys that the stored secrets need. The keys themselves are outside the
-- database, so that a dump or a backup contains only ciphertext.
create table encryption_key (
  id text primary key,
  created_at timestamptz not null default now()
);
