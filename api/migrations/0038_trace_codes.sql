-- Which of the two marked variants of each segment a person gets of a film. The code stays when the
-- person is deleted, so that a leaked copy still leads to one viewer, who then has only this id.
create table trace_code (
  id text primary key default new_id(),
  file_id text not null references file on delete cascade,
  person_id text references person on delete set null,
  code bytea not null check (length(code) = 512),
  created_at timestamptz not null default now(),
  unique (file_id, person_id)
);
create index trace_code_person on trace_code (person_id);
