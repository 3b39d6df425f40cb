-- What somebody has selected in their line, and a number that grows with every change of it, for the
-- streams of open editors.
alter table presence
  add column selection jsonb,
  add column changes integer not null default 1;
