-- Who translates a request is stored by the commands that change it, and a request has one index for
-- each order and each kind of reader.

drop function set_assignee() cascade;
alter table translation drop column assists;

drop index work_request_approver, work_request_assignee, work_request_assignee_open,
  work_request_complete, work_request_created, work_request_due, work_request_due_at,
  work_request_language, work_request_open, work_request_owner, work_request_owner_open,
  work_request_reviewer, work_request_search, work_request_status_due, work_request_territory;
create index work_request_due on work_request
  (studio_id, coalesce(least(due_at, deadline_at), 'infinity'), id);
create index work_request_open on work_request
  (studio_id, coalesce(least(due_at, deadline_at), 'infinity'), id)
  where status not in ('complete', 'cancelled');
create index work_request_owner on work_request (owner_id, created_at desc, id desc);
create index work_request_reviewers on work_request (reviewer_id, approver_id)
  where (reviewer_id is not null or approver_id is not null)
    and status not in ('complete', 'cancelled');
create index work_request_territory on work_request
  (studio_id, territory, created_at desc, id desc);
-- A change that touches no index needs room in the page of the row.
alter table work_request set (fillfactor = 85);
