-- Each attached file has the result of its delivery checks for the use it is attached for. The gate
-- of a completion reads the measurements again; these columns show the result to readers.
alter table work_request_file
  add column state text not null default 'checking'
    check (state in ('waiting', 'checking', 'clean', 'failed')),
  -- A subtitle file accompanies a version and does not replace it.
  add column companion boolean not null default false;
-- Why the service made a move by itself; null for moves of people and for older entries.
alter table work_request_history add column cause text;

update work_request_file wf set state = case
    when f.received_at is null then 'waiting'
    when f.verified_at is null then 'checking'
    when jsonb_path_exists(
      f.warnings, '$[*] ? (@.severity == "error" && @.code like_regex "^delivery[.]")')
      then 'failed'
    else 'clean' end
  from file f where f.id = wf.file_id;
-- Requests that wait for their files are checked by the new rules.
insert into job (kind, payload)
  select 'advance-request', jsonb_build_object('workRequest', w.id, 'by', w.owner_id)
  from work_request w
  where w.status = 'approved'
    and exists (select from work_request_file wf where wf.work_request_id = w.id);
