-- Totals are counted up to a bound, records are assembled when they are read, and what a person sees is
-- asked then. What was stored for that, and the triggers that kept it, are no longer needed.

do $$
declare
  gone regprocedure;
begin
  for gone in
    select p.oid::regprocedure from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.proname in (
      'count_asset', 'count_assignee', 'count_audit_entries', 'count_audit_search',
      'count_bucket_asset', 'count_bucket_audit', 'count_bucket_event', 'count_bucket_file',
      'count_bucket_offline', 'count_bucket_translation', 'count_bucket_work_request',
      'count_download_types', 'count_due_weeks', 'count_event', 'count_file',
      'count_hidden_notification', 'count_mails', 'count_new_audit', 'count_new_due_weeks',
      'count_new_event', 'count_new_translation', 'count_new_work_request', 'count_notification',
      'count_notification_days', 'count_offline', 'count_own_requests', 'count_preview',
      'count_project_request', 'count_removed_audit', 'count_search', 'count_slot',
      'count_studios_of_audit', 'count_translation', 'count_translations',
      'count_translations_of_request', 'count_weeks_in_index', 'count_work_request',
      'rebuild_assignee_counts', 'rebuild_bucket_counts', 'rebuild_counts_by_record',
      'rebuild_counts_by_studio', 'rebuild_preview_counts', 'rebuild_project_counts',
      'rebuild_row_counts', 'rebuild_sights', 'settle_event', 'settle_file', 'settle_new_events',
      'settle_notification', 'settle_request', 'settle_sights', 'hide_event',
      'hide_events_of_file', 'has_removed_files', 'vendors_key', 'changed_after',
      'changed_since', 'clear_download_types', 'find_audit_entries', 'audit_conditions',
      'is_common_in_audit', 'find_days_of_translator', 'find_downloads',
      'find_downloads_of_types', 'find_stored_downloads', 'find_moved_requests',
      'open_requests_of', 'facts_of_new_requests', 'insert_work_requests')
      or p.pronamespace = current_schema()::regnamespace and p.proname like 'invalidate\_%'
  loop
    execute format('drop routine %s cascade', gone);
  end loop;
end $$;

drop view event_sight;
drop table audit_search_count, bucket_count, cache_invalidation, document, download_anchor,
  download_count, download_search_block, download_search, due_week_count, event_reader, mail_count,
  notification_day_count, open_moved_request, own_request_count, row_count, search_count,
  translator_day;

alter table event drop column hidden;
drop index notification_to, notification_unread;
alter table notification drop column sight_id, drop column own, drop column work_request_id,
  drop column asset_id;
drop table sight;
create index notification_to on notification (to_id, created_at desc, id desc);
create index notification_unread on notification (to_id, created_at desc, id desc) where not read;
