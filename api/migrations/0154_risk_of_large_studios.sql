-- The risk report reads open requests and their history from indexes.

drop index work_request_open;
create index work_request_open on work_request (
    studio_id, coalesce(least(due_at, deadline_at), 'infinity'), id)
  include (due_at, due_tz, deadline_at, deadline_tz, created_at, status, asset_id, project_id,
    owner_id, reviewer_id, approver_id, territory, language, vendor_id, vendor_answer, submitted_at,
    assignee_id)
  where status not in ('complete', 'cancelled');

drop index work_request_history_request;
create index work_request_history_request on work_request_history (work_request_id, id)
  include (status, at, studio_id);
