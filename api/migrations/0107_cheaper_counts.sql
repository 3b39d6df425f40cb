-- Counts of rows that are inserted one by one. A trigger for each row with a plain insert takes a
-- third of the time of two triggers for the statement that group its rows.

do $do$
declare
  of_kind record;
  day constant text := 'floor(extract(epoch from new.created_at) / 86400)::bigint';
  new_function constant text := '
    create function count_new_%1$s() returns trigger language plpgsql security definer
      set search_path = public, pg_temp as $f$
    declare
      own_slot constant integer := coalesce(
        nullif(current_setting(''reelay.count_slot'', true), '''')::integer, count_slot());
      %2$s
    begin
      %3$s
      return null;
    end $f$';
  /* The kind, its studio, the other columns of row_count and the bucket. */
  add_counts constant text := '
      insert into row_count as c (
        kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot, total)
      values (%1$L, %2$s, '''', %3$s, own_slot, 1)
      on conflict (kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot)
      do update set total = c.total + 1;
      insert into bucket_count as c (kind, studio_id, bucket, slot, total)
      values (%1$L, %2$s, %4$s, own_slot, 1)
      on conflict (kind, studio_id, bucket, slot) do update set total = c.total + 1;';
begin
  execute format(new_function, 'work_request', '', format(add_counts, 'work_request',
    'new.studio_id', $$'', new.status, new.territory, coalesce(new.vendor_id, ''),
        new.submitted_at is not null
          and (new.vendor_id is null or new.vendor_answer is distinct from 'declined')$$, day));
  execute format(new_function, 'translation', 'request work_request;', '
      select * into request from work_request where id = new.work_request_id;'
    || format(add_counts, 'translation',
      'new.studio_id', $$'', new.status, request.territory, coalesce(request.vendor_id, ''),
        request.submitted_at is not null and (
          request.vendor_id is null or request.vendor_answer is distinct from 'declined')$$, day));
  execute format(new_function, 'event', '', '
      if new.hidden then
        return null;
      end if;' || format(add_counts, 'event',
        'new.studio_id', $$new.type, '', '', '', true$$, day));
  execute format(new_function, 'audit', 'of_studio text;', '
      foreach of_studio in array new.studios || array[''''] loop'
    || format(add_counts, 'audit', 'of_studio', $$'', '', '', '', true$$, 'new.number >> 12') || '
      end loop;');

  for of_kind in select unnest(array['work_request', 'translation', 'event', 'audit']) as name loop
    execute format('drop trigger count_bucket_insert on %I', of_kind.name);
    execute format('drop trigger count_insert on %I', of_kind.name);
    execute format('create trigger count_insert after insert on %1$I
      for each row execute function count_new_%1$s()', of_kind.name);
  end loop;
end $do$;
drop function count_audit();

/* Nothing depends on a request before it has its first entry and its translations. */
drop trigger invalidate_cache on work_request_history;
create trigger invalidate_cache after update or delete on work_request_history
  for each row execute function invalidate_work_request();
create trigger invalidate_cache_insert after insert on work_request_history
  for each row when (new.status <> 'incomplete') execute function invalidate_work_request();
drop trigger invalidate_cache on translation;
create trigger invalidate_cache after update or delete on translation
  for each row execute function invalidate_work_request();
create trigger invalidate_cache_insert after insert on translation
  for each row when (new.part is null) execute function invalidate_work_request();
