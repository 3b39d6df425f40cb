-- The span that enqueued a job, so that its own span belongs to the same trace. The setting exists
-- only while traces are recorded.
alter table job
  add column traceparent text default nullif(current_setting('reelay.traceparent', true), '');
