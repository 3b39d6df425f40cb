-- Less work for each submitted request.

-- A request takes its studio and its project from its asset, whose own keys keep both. An asset never
-- changes its project. A notification takes its sender from its event.
alter table work_request drop constraint work_request_studio_id_fkey;
alter table work_request drop constraint work_request_project_id_fkey;
alter table notification drop constraint notification_from_id_fkey;

-- New events have no sequence number until they are processed.
drop index event_sequence_order;
create unique index event_sequence_order on event (sequence) where sequence is not null;
