-- Counts of rows, so that the totals of lists do not count them (docs/decisions/0091).

/*
 * What a column means depends on the kind. Each connection adds to rows of its own, its slot, so that
 * no transaction waits for another. A total is the sum over the slots.
 */
create table row_count (
  kind text not null,
  /* Empty for the whole installation. */
  studio_id text not null,
  person_id text not null,
  type text not null,
  status text not null,
  territory text not null,
  vendor_id text not null,
  /* Whether its vendor sees a request: it was submitted, and they did not decline it. */
  offered boolean not null,
  slot integer not null,
  total bigint not null,
  primary key (kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot)
) with (fillfactor = 50);
call protect_rows('row_count');
/* Other people's counts are hidden, and other vendors' counts from people of a vendor. */
call show_rows('row_count', 'studio_id = any ((select stated_studios())::text[])
  and (person_id = '''' or person_id = (select stated_person()))
  and (vendor_id = '''' or studio_id <> all ((select stated_vendor_studios())::text[])
    or vendor_id = any ((select stated_groups())::text[]))');

/* An event about files that were all removed. Nobody sees it, so it does not count. */
alter table event add column hidden boolean not null default false;
create index event_files on event using gin (files) where files <> '{}';

create function has_removed_files(files text[]) returns boolean language sql stable
  return files <> '{}' and not exists (
    select from file where id = any (files) and removed_at is null);

create function hide_event() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  new.hidden := has_removed_files(new.files);
  return new;
end $$;
create trigger hide_event before insert on event
  for each row when (new.files <> '{}') execute function hide_event();

create function hide_events_of_file() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update event set hidden = has_removed_files(files)
  where files <> '{}' and files @> array[old.id] and hidden is distinct from has_removed_files(files);
  return null;
end $$;
create trigger hide_events after update on file
  for each row when (old.removed_at is distinct from new.removed_at)
  execute function hide_events_of_file();
create trigger hide_events_delete after delete on file
  for each row execute function hide_events_of_file();

/* The number of this connection among those of the server. It is looked up once. */
create function count_slot() returns integer language plpgsql as $$
declare
  slot text := nullif(current_setting('reelay.count_slot', true), '');
begin
  if slot is null then
    slot := coalesce((
      select n from pg_stat_get_backend_idset() n
      where pg_stat_get_backend_pid(n) = pg_backend_pid()), 100000 + pg_backend_pid());
    perform set_config('reelay.count_slot', slot, false);
  end if;
  return slot;
end $$;

/*
 * For each kind: the columns of its counts over a row `r`, the rows that count, and the columns whose
 * change moves a row to another count. The functions run as the owner, because people do not see all
 * counts that their changes affect.
 */
do $do$
declare
  of_kind record;
  changes text;
  recounts text := '';
  /* The kind, and rows with a change of 1 or -1. */
  add_counts constant text := '
    insert into row_count as c (
      kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot, total)
    select %1$L, changed.studio_id, person_id, type, status, territory, vendor_id, offered,
      %3$s, sum(change)
    from (%2$s) changed (
      studio_id, person_id, type, status, territory, vendor_id, offered, change)
    group by 2, 3, 4, 5, 6, 7, 8 having sum(change) <> 0 order by 2, 3, 4, 5, 6, 7, 8
    on conflict (kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot)
    do update set total = c.total + excluded.total;';
  new_function constant text := '
    create function %1$I() returns trigger language plpgsql security definer
      set search_path = public, pg_temp as $f$
    begin
      %2$s
      return null;
    end $f$';
begin
  for of_kind in select * from (values
    ('asset', $$'', '', '', '', '', true$$, 'r.archived_at is null', 'archived_at'),
    ('file', $$'', '', '', '', '', true$$, 'r.removed_at is null', 'removed_at'),
    ('work_request', $$'', '', r.status, r.territory, coalesce(r.vendor_id, ''),
      r.submitted_at is not null
        and (r.vendor_id is null or r.vendor_answer is distinct from 'declined')$$,
      'true', 'status, territory, vendor_id, vendor_answer, submitted_at'),
    ('translation', $$'', '', r.status, '', '', true$$, 'true', 'status'),
    ('offline', $$'', '', '', '', '', true$$, 'true', null),
    ('event', $$'', r.type, '', '', '', true$$, 'not r.hidden', 'hidden, type'),
    ('notification', $$r.to_id, r.type, r.read::text, '', '', true$$,
      'not (select e.hidden from event e where e.id = r.event_id)', null)
  ) kinds (name, columns, condition, moved_by) loop
    changes := format('select r.studio_id, %s, %%s from %%s r where %s',
      of_kind.columns, of_kind.condition);
    execute format(new_function, 'count_' || of_kind.name, format(
      'if tg_op = ''INSERT'' then %s elsif tg_op = ''DELETE'' then %s else %s end if;',
      format(add_counts, of_kind.name, format(changes, '1', 'added'), 'count_slot()'),
      format(add_counts, of_kind.name, format(changes, '-1', 'removed'), 'count_slot()'),
      case when of_kind.moved_by is null
        then format(add_counts, of_kind.name, format(changes, '1', 'added') || ' union all '
          || format(changes, '-1', 'removed'), 'count_slot()')
        else format(add_counts, of_kind.name, format(changes, '1', '(select new.*)') || ' union all '
          || format(changes, '-1', '(select old.*)'), 'count_slot()') end));
    execute format('create trigger count_insert after insert on %I referencing new table as added
      for each statement execute function %I()', of_kind.name, 'count_' || of_kind.name);
    execute format('create trigger count_delete after delete on %I referencing old table as removed
      for each statement execute function %I()', of_kind.name, 'count_' || of_kind.name);
    if of_kind.moved_by is not null then
      execute format('create trigger count_update after update on %I for each row
        when ((%s) is distinct from (%s)) execute function %I()', of_kind.name,
        'old.' || replace(of_kind.moved_by, ', ', ', old.'),
        'new.' || replace(of_kind.moved_by, ', ', ', new.'), 'count_' || of_kind.name);
    elsif of_kind.name = 'notification' then
      -- Reading all notifications is one change of many rows.
      execute format('create trigger count_update after update on notification
        referencing old table as removed new table as added
        for each statement execute function count_notification()');
      execute format(new_function, 'count_hidden_notification', format(add_counts, 'notification',
        format('select r.studio_id, %s, case when new.hidden then -1 else 1 end
          from notification r where r.event_id = new.id', of_kind.columns), 'count_slot()'));
      execute 'create trigger count_hidden after update on event for each row
        when (old.hidden <> new.hidden) execute function count_hidden_notification()';
    end if;
    recounts := recounts || format(add_counts, of_kind.name,
      format(changes, '1', quote_ident(of_kind.name)), '0');
  end loop;

  -- An audit entry can belong to several studios, and every one to the installation.
  changes := 'select s.id, '''', '''', '''', '''', '''', true, 1
    from %s r cross join unnest(r.studios || array['''']) s (id)';
  execute format(new_function, 'count_audit',
    format(add_counts, 'audit', format(changes, 'added'), 'count_slot()'));
  create trigger count_insert after insert on audit referencing new table as added
    for each statement execute function count_audit();
  recounts := recounts || format(add_counts, 'audit', format(changes, 'audit'), '0');

  /* Counts all rows again. Changes wait until it is done. */
  execute format('
    create function rebuild_row_counts() returns void language plpgsql as $f$
    begin
      update event set hidden = has_removed_files(files)
      where files <> ''{}'' and hidden is distinct from has_removed_files(files);
      lock table row_count in share row exclusive mode;
      delete from row_count;
      %s
    end $f$', recounts);
end $do$;

select rebuild_row_counts();

/* The orders of lists for admins, who see all studios, and the soonest open requests. */
create index work_request_created on work_request (created_at desc, id desc);
create index work_request_open on work_request
  (studio_id, coalesce(least(due_at, deadline_at), 'infinity'), id)
  where status not in ('complete', 'cancelled');
create index asset_created on asset (created_at desc, id desc) where archived_at is null;
create index file_created on file (created_at desc, id desc) where removed_at is null;
create index translation_created on translation (created_at desc, id desc);
create index event_created on event (created_at desc, id desc);
