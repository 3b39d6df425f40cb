-- The calendar finds the requests of its days in this index alone, with what roles and policies compare.

drop index work_request_due_at;
create index work_request_due_at on work_request (studio_id, due_at)
  include (id, deadline_at, territory, owner_id, vendor_id, vendor_answer, submitted_at);
