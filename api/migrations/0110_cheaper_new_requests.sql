-- What inserting a work request costs in PostgreSQL (docs/decisions/0101).

/* The parts of a request take studio and asset from it, and the request refers to both. A text track
   belongs to a translation or a script, which refer to the studio too. */
alter table work_request_history drop constraint work_request_history_studio_id_fkey;
alter table translation drop constraint translation_studio_id_fkey;
alter table translation drop constraint translation_asset_id_fkey;
alter table text_track drop constraint text_track_studio_id_fkey;

/*
 * Counts of new rows. A statement has one or two different counts, also if it inserts many rows, and
 * two plain inserts for each take half of the time of one statement that adds all of them. The lateral
 * join reads requests by their keys; a plan that was made for an empty table read all requests.
 */
do $do$
declare
  of_kind record;
  day constant text := 'floor(extract(epoch from r.created_at) / 86400)::bigint';
  /* Over `w`, a row of work_request: what decides who sees it. */
  of_request constant text := $$w.territory, coalesce(w.vendor_id, ''), w.submitted_at is not null
          and (w.vendor_id is null or w.vendor_answer is distinct from 'declined')$$;
begin
  for of_kind in select * from (values
    ('work_request', 'r.studio_id', $$'', r.status, $$ || replace(of_request, 'w.', 'r.'), day,
      'added r'),
    ('translation', 'r.studio_id', $$'', r.status, $$ || of_request, day,
      'added r cross join lateral (
          select * from work_request where id = r.work_request_id offset 0) w'),
    ('event', 'r.studio_id', $$r.type, '', '', '', true$$, day, 'added r where not r.hidden'),
    ('audit', 's.id', $$'', '', '', '', true$$, 'r.number >> 12',
      $$added r cross join unnest(r.studios || array['']) s (id)$$)
  ) kinds (name, studio, columns, bucket, source) loop
    execute format('
      create or replace function count_new_%1$s() returns trigger language plpgsql security definer
        set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $f$
      declare
        own_slot constant integer := count_slot();
        of_studio text;
        of_type text;
        of_status text;
        of_territory text;
        of_vendor text;
        is_offered boolean;
        of_bucket bigint;
        rows bigint;
      begin
        for of_studio, of_type, of_status, of_territory, of_vendor, is_offered, of_bucket, rows in
          select %2$s, %3$s, %4$s, count(*) from %5$s group by 1, 2, 3, 4, 5, 6, 7
        loop
          insert into bucket_count as c (kind, studio_id, bucket, slot, total)
          values (%1$L, of_studio, of_bucket, own_slot, rows)
          on conflict (kind, studio_id, bucket, slot) do update set total = c.total + excluded.total;
          insert into row_count as c (
            kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot, total)
          values (%1$L, of_studio, '''', of_type, of_status, of_territory, of_vendor, is_offered,
            own_slot, rows)
          on conflict (kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot)
          do update set total = c.total + excluded.total;
        end loop;
        return null;
      end $f$', of_kind.name, of_kind.studio, of_kind.columns, of_kind.bucket, of_kind.source);
  end loop;
end $do$;
