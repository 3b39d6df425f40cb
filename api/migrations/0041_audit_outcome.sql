-- A refused change of a record that the caller sees leaves an entry too. The hash of an entry covers
-- the outcome only if the change was refused, so the chains of earlier entries stay valid.
alter table audit add column outcome text not null default 'done'
  check (outcome in ('done', 'refused'));
