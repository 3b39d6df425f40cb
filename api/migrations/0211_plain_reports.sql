-- A status change records what reports count about it, so a report is one "group by". What was
-- prepared for reports, and the triggers that kept it, are no longer needed.

do $$
declare
  gone regprocedure;
begin
  for gone in
    select p.oid::regprocedure from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.proname in (
      'facts_of_requests', 'first_report_hour', 'last_report_day', 'last_report_hour',
      'mark_changed_request', 'mark_completed_request', 'mark_download', 'mark_file_downloads',
      'mark_history', 'mark_new_request', 'mark_offline', 'mark_rejection', 'mark_rejection_days',
      'mark_rejections_of_request', 'mark_report_times', 'mark_request_days', 'offlines_in',
      'progress_of_requests', 'recent_status_changes', 'rejections_in', 'report_day_of',
      'report_hour_of', 'request_facts')
  loop
    execute format('drop function %s cascade', gone);
  end loop;
end $$;

drop table report_block, report_day, report_mark;
delete from job where kind = 'prepare-report-days';

/* Numbers for the packed columns of prepared days. */
alter table asset drop column number;
alter table person drop column number;

alter table work_request_history
  add column status_before text,
  /* In the status before, by the calendar of the studio in the time zone of the due date. */
  add column working_seconds integer,
  /* Of completions: since the first submission. */
  add column total_seconds integer,
  /* The last time before at which the request changed to the same status. */
  add column reached_before timestamptz;

insert into job (kind, payload)
select 'measure-history', jsonb_build_object('studio', id) from studio;

/* A report of a vendor reads a hundred thousand rows. It looks up the requests in one pass. */
do $$
declare
  child text;
begin
  foreach child in array array['work_request_history', 'offline'] loop
    execute format('alter policy caller on %1$s using (
      studio_id = any ((select stated_studios())::text[])
      and (studio_id <> all ((select stated_vendor_studios())::text[])
        or exists (select from work_request w where w.id = %1$s.work_request_id)))', child);
  end loop;
end $$;
