-- What somebody waits for goes before what only makes it nicer: lower first, then as it came.
alter table job add column priority int not null default 0;
drop index job_ready;
create index job_ready on job (priority, run_at) where dead_at is null;
