-- Each new work request looks for finished versions of its asset. Without these indexes it reads all
-- requests and translations of the asset.
create index work_request_complete on work_request (asset_id) where status = 'complete';
create index translation_approved on translation (asset_id, language) where status = 'approved';

-- The dispatcher asks for each kind whether a job is due.
create index job_due on job (kind, run_at) where dead_at is null;

-- A mail about a subject joins the mail about it that waits already.
create index event_open_subject on event ((case type
    when 'acr' then project_id
    else coalesce(work_request_id, asset_id, project_id) end))
  where processed and not digested;
