-- Counts that start a page far down a list near its first row (docs/decisions/0097), and indexes in
-- the orders of lists.

/*
 * How many rows of a kind were created on a day, counted from 1970 in UTC. For audit entries, how
 * many of 4,096 numbers there are. As in row_count, each connection adds to rows of its own.
 */
create table bucket_count (
  kind text not null,
  /* Empty for the whole installation. */
  studio_id text not null,
  bucket bigint not null,
  slot integer not null,
  total bigint not null,
  primary key (kind, studio_id, bucket, slot)
) with (fillfactor = 50);
call protect_rows('bucket_count');
/* People of a vendor see all assets of the studio, and of nothing else how much there is. */
call show_rows('bucket_count', 'studio_id = any ((select stated_studios())::text[])
  and (kind = ''asset'' or studio_id <> all ((select stated_vendor_studios())::text[]))');

do $do$
declare
  of_kind record;
  recounts text := '';
  day constant text := 'floor(extract(epoch from r.created_at) / 86400)::bigint';
  /* The kind, rows with a change of 1 or -1, and the slot. */
  add_counts constant text := '
    insert into bucket_count as c (kind, studio_id, bucket, slot, total)
    select %1$L, changed.studio_id, bucket, %3$s, sum(change)
    from (%2$s) changed (studio_id, bucket, change)
    group by 2, 3 having sum(change) <> 0 order by 2, 3
    on conflict (kind, studio_id, bucket, slot) do update set total = c.total + excluded.total;';
  changes text;
  added text;
  removed text;
begin
  for of_kind in select * from (values
    ('asset', 'r.studio_id', day, 'asset r', 'r.archived_at is null', 'archived_at'),
    ('file', 'r.studio_id', day, 'file r', 'r.removed_at is null', 'removed_at'),
    ('work_request', 'r.studio_id', day, 'work_request r', 'true', null),
    ('translation', 'r.studio_id', day, 'translation r', 'true', null),
    ('offline', 'r.studio_id', day, 'offline r', 'true', null),
    ('event', 'r.studio_id', day, 'event r', 'not r.hidden', 'hidden'),
    ('audit', 's.id', 'r.number >> 12',
      'audit r cross join unnest(r.studios || array['''']) s (id)', 'true', null)
  ) kinds (name, studio, bucket, source, condition, moved_by) loop
    changes := format('select %s, %s, %%s from %s where %s',
      of_kind.studio, of_kind.bucket, of_kind.source, of_kind.condition);
    added := replace(format(changes, '1'), of_kind.name || ' r', '%s r');
    removed := replace(format(changes, '-1'), of_kind.name || ' r', '%s r');
    execute format('
      create function count_bucket_%1$s() returns trigger language plpgsql security definer
        set search_path = public, pg_temp as $f$
      begin
        if tg_op = ''INSERT'' then %2$s elsif tg_op = ''DELETE'' then %3$s else %4$s end if;
        return null;
      end $f$', of_kind.name,
      format(add_counts, of_kind.name, format(added, 'added'), 'count_slot()'),
      format(add_counts, of_kind.name, format(removed, 'removed'), 'count_slot()'),
      format(add_counts, of_kind.name,
        format(added, '(select new.*)') || ' union all ' || format(removed, '(select old.*)'),
        'count_slot()'));
    execute format('create trigger count_bucket_insert after insert on %1$I
      referencing new table as added for each statement execute function count_bucket_%1$s()',
      of_kind.name);
    execute format('create trigger count_bucket_delete after delete on %1$I
      referencing old table as removed for each statement execute function count_bucket_%1$s()',
      of_kind.name);
    if of_kind.moved_by is not null then
      execute format('create trigger count_bucket_update after update on %1$I for each row
        when (old.%2$I is distinct from new.%2$I) execute function count_bucket_%1$s()',
        of_kind.name, of_kind.moved_by);
    end if;
    recounts := recounts || format(add_counts, of_kind.name, format(changes, '1'), '0');
  end loop;

  /* Counts all rows again. Changes wait until it is done. */
  execute format('
    create function rebuild_bucket_counts() returns void language plpgsql as $f$
    begin
      lock table bucket_count in share row exclusive mode;
      delete from bucket_count;
      %s
    end $f$', recounts);
end $do$;

select rebuild_bucket_counts();

/* Lists in the order of due dates: all requests, and those of one status. */
create index work_request_due on work_request
  (studio_id, coalesce(least(due_at, deadline_at), 'infinity'), id);
create index work_request_status_due on work_request
  (studio_id, status, coalesce(least(due_at, deadline_at), 'infinity'), id);
create index work_request_project on work_request (project_id, created_at desc, id desc);
drop index work_request_owner;
create index work_request_owner on work_request (owner_id, created_at desc, id desc);
create index work_request_territory on work_request
  (studio_id, territory, created_at desc, id desc);
create index work_request_language on work_request
  (studio_id, language, created_at desc, id desc);
create index asset_name on asset (studio_id, name, id) where archived_at is null;
