-- Renames tables, columns, functions and triggers to plain names. No data changes, except for one
-- key inside stored line versions and the kinds of queued jobs.

-- A text track is an ordered list of timed lines. Each translation and each script has one.
alter table sheet rename to text_track;
alter table text_track rename constraint sheet_pkey to text_track_pkey;
alter table text_track rename constraint sheet_studio_id_fkey to text_track_studio_id_fkey;

alter table sheet_line rename to text_track_line;
alter table text_track_line rename column sheet_id to text_track_id;
alter table text_track_line rename column place to position;
alter table text_track_line rename column more to extra;
alter table text_track_line rename constraint sheet_line_pkey to text_track_line_pkey;
alter table text_track_line rename constraint sheet_line_check to text_track_line_check;
alter table text_track_line rename constraint sheet_line_sheet_id_fkey to text_track_line_text_track_id_fkey;
alter index sheet_line_order rename to text_track_line_order;

alter table sheet_revision rename to text_track_revision;
alter table text_track_revision rename column sheet_id to text_track_id;
alter table text_track_revision rename constraint sheet_revision_pkey to text_track_revision_pkey;
alter table text_track_revision rename constraint sheet_revision_person_id_fkey to text_track_revision_person_id_fkey;
alter table text_track_revision rename constraint sheet_revision_sheet_id_fkey to text_track_revision_text_track_id_fkey;

alter table line_version rename to text_track_line_version;
alter table text_track_line_version rename column sheet_id to text_track_id;
alter table text_track_line_version rename column gone to removed;
alter table text_track_line_version rename constraint line_version_pkey to text_track_line_version_pkey;
alter table text_track_line_version rename constraint line_version_sheet_id_fkey to text_track_line_version_text_track_id_fkey;
alter index line_version_sheet rename to text_track_line_version_track;
update text_track_line_version
set line = (line - 'place') || jsonb_build_object('position', line -> 'place')
where line ? 'place';

alter table script rename column sheet_id to text_track_id;
alter table script rename constraint script_sheet_id_fkey to script_text_track_id_fkey;
alter table script rename constraint script_sheet_id_key to script_text_track_id_key;
alter table translation rename column sheet_id to text_track_id;
alter table translation rename constraint translation_sheet_id_fkey to translation_text_track_id_fkey;
alter table translation rename constraint translation_sheet_id_key to translation_text_track_id_key;

-- Each change of a record that cached documents depend on adds a row here, in its own transaction.
alter table touch rename to cache_invalidation;
alter table cache_invalidation rename column part to dependency;
alter table cache_invalidation rename column by to transaction_id;
alter table cache_invalidation rename column at to created_at;
alter index touch_part rename to cache_invalidation_dependency;
alter index touch_age rename to cache_invalidation_age;
alter table work_request_document rename column made_in to snapshot;
alter table work_request_document rename column good_until to valid_until;
alter table work_request_document rename column parts to dependencies;

do $$
declare
  found record;
begin
  for found in select event_object_table as name from information_schema.triggers
    where trigger_name = 'touch' and trigger_schema = 'public' group by 1
  loop
    execute format('alter trigger touch on %I rename to invalidate_cache', found.name);
  end loop;
end $$;

alter function touch_itself() rename to invalidate_record;
create or replace function invalidate_record() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (dependency) values (old.id);
  return null;
end $$;

alter function touch_work_request() rename to invalidate_work_request;
create or replace function invalidate_work_request() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (dependency)
  values (coalesce(new.work_request_id, old.work_request_id));
  return null;
end $$;

alter function touch_asset() rename to invalidate_asset;
create or replace function invalidate_asset() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (dependency) values (coalesce(new.asset_id, old.asset_id));
  return null;
end $$;

alter function touch_person() rename to invalidate_person;
create or replace function invalidate_person() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (dependency) values (coalesce(new.person_id, old.person_id));
  return null;
end $$;

alter function touch_members() rename to invalidate_group_members;
create or replace function invalidate_group_members() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (dependency)
  select person_id from group_person where group_id = new.id;
  return null;
end $$;

alter function touch_lent() rename to invalidate_studio_group_members;
create or replace function invalidate_studio_group_members() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (dependency)
  select person_id from group_person where group_id = coalesce(new.group_id, old.group_id);
  return null;
end $$;

alter function touch_territory() rename to invalidate_territory;
create or replace function invalidate_territory() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (dependency)
  select code from unnest(array[old.code, new.code]) code where code is not null;
  return null;
end $$;

alter function touch_sheet() rename to invalidate_text_track;
create or replace function invalidate_text_track() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (dependency)
  select work_request_id from translation where text_track_id = new.id;
  return null;
end $$;

-- The high cost makes the planner call it for index hits only, never for a scan of the whole table.
drop function unseen(xid8, pg_snapshot);
create function changed_after(changed_by xid8, snapshot pg_snapshot) returns boolean
language plpgsql stable cost 10000 as $$
begin
  return not pg_visible_in_snapshot(changed_by, snapshot)
    or changed_by = pg_current_xact_id_if_assigned();
end $$;

alter function phase_names(jsonb, text, text[]) rename to phase_includes;

alter function count_offline() rename to number_offline_version;
alter trigger count_offline on offline rename to number_offline_version;

alter function audit_stands() rename to protect_audit;
create or replace function protect_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'audit' then
    if old.seal is null and new.seal is not null and audit_text(old) = audit_text(new) then
      return new;
    end if;
  end if;
  raise exception 'The audit log is append-only: % on % is not allowed', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;
alter trigger audit_stands on audit rename to protect_audit;
alter trigger audit_is_whole on audit rename to protect_audit_from_truncate;
alter trigger audit_seal_stands on audit_seal rename to protect_audit_seal;
alter trigger audit_seal_is_whole on audit_seal rename to protect_audit_seal_from_truncate;

alter table event rename column place to sequence;
alter sequence event_place rename to event_sequence;
alter index event_place_order rename to event_sequence_order;

-- Downloads are counted per file, with the count at each checkpoint.
alter table download_tally rename to download_count;
alter table download_count rename column taken to total;
alter table download_count rename column eras to checkpoint_totals;
alter table download_count rename constraint download_tally_pkey to download_count_pkey;
alter table download_count rename constraint download_tally_file_id_fkey to download_count_file_id_fkey;
alter table download_anchor rename column era to checkpoint;
alter index download_era rename to download_checkpoint;
alter index download_taken rename to download_by_file_and_person;
alter table download_budget rename column told_at to alerted_at;

alter table upload rename column kept to stored;
alter table upload rename column holder to lease_holder;
alter table upload rename column held_until to leased_until;
alter table upload rename column wanted to takeover_requested;

alter table object rename column rotten_at to corrupt_at;
alter index object_rotten rename to object_corrupt;

alter table rendition rename column facts to metadata;
alter table rendition rename column whole to complete;
alter table rendition rename column made_at to created_at;

alter table encode rename column made_from to source_digest;
alter table encode rename constraint encode_work_request_id_kind_use_value_made_from_key
  to encode_work_request_id_kind_use_value_source_digest_key;

alter table work_request_file rename column offered to delivery_name;

alter table refused_sign_in rename to failed_sign_in;
alter table failed_sign_in rename constraint refused_sign_in_pkey to failed_sign_in_pkey;

alter table asset_opened rename to asset_view;
alter table asset_view rename column opened_at to viewed_at;
alter table asset_view rename constraint asset_opened_pkey to asset_view_pkey;
alter table asset_view rename constraint asset_opened_asset_id_fkey to asset_view_asset_id_fkey;
alter table asset_view rename constraint asset_opened_person_id_fkey to asset_view_person_id_fkey;

alter table idempotency rename column answer to response;
alter table person rename column mail_code to unsubscribe_code;
alter table memory_unit rename column near to minhashes;
alter table person rename constraint person_mail_code_key to person_unsubscribe_code_key;
alter index memory_unit_near rename to memory_unit_minhashes;

-- Jobs that are queued keep their payloads and get the new kinds.
update job set kind = renamed.to
from (values
  ('push', 'enqueue-deliveries'),
  ('tend-deliveries', 'prune-deliveries'),
  ('settle', 'advance-request'),
  ('send-reset', 'send-password-reset'),
  ('autosubs', 'plan-autosubs'),
  ('deliver', 'deliver-request'),
  ('anchor-downloads', 'update-download-anchors'),
  ('forget-retries', 'prune-idempotency-keys'),
  ('forget-touches', 'prune-invalidations'),
  ('lift', 'lift-embargo'),
  ('first-look', 'create-first-preview'),
  ('film-came', 'retry-waiting-orders'),
  ('lint', 'lint-file'),
  ('forget-marked', 'prune-watermarked'),
  ('forget-mail', 'prune-mail'),
  ('media', 'process-media'),
  ('drop-bytes', 'delete-objects'),
  ('mark', 'watermark'),
  ('scrub', 'verify-originals'),
  ('digests', 'enqueue-digests'),
  ('digest', 'write-digest'),
  ('demo-film', 'render-demo-clip')
) as renamed (before, "to")
where job.kind = renamed.before;
