-- Totals of files and translations for people of territories and vendors (docs/decisions/0091).

/* The vendors who may see a file, as the `vendor_id` of a count. Empty: all, `-`: none. */
create function vendors_key(vendors text[]) returns text language sql immutable parallel safe
  return case when vendors is null then '' when vendors = '{}' then '-'
    else array_to_string(vendors, ',') end;

call limit_rows('row_count', 'studio_id = any ((select stated_studios())::text[])
  and (person_id = '''' or person_id = (select stated_person()))
  and (vendor_id = '''' or studio_id <> all ((select stated_vendor_studios())::text[])
    or vendor_id = any ((select stated_groups())::text[])
    or kind = ''file'' and string_to_array(vendor_id, '','') && (select stated_groups())::text[])');

/* A deleted request takes its translations along. They are counted while it is still there. */
create function delete_translations() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  delete from translation where work_request_id = old.id;
  return old;
end $$;
create trigger delete_translations before delete on work_request
  for each row execute function delete_translations();

do $do$
declare
  of_kind record;
  changes text;
  recounts text := '';
  /* The kind, rows with a change of 1 or -1, and the slot. */
  add_counts constant text := '
    insert into row_count as c (
      kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot, total)
    select %1$L, changed.studio_id, '''', '''', status, territory, vendor_id, offered, %3$s,
      sum(change)
    from (%2$s) changed (studio_id, status, territory, vendor_id, offered, change)
    group by 2, 5, 6, 7, 8 having sum(change) <> 0 order by 2, 5, 6, 7, 8
    on conflict (kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot)
    do update set total = c.total + excluded.total;';
  /* Over `w`, a row of work_request: what decides who sees it. */
  of_request constant text := $$w.territory, coalesce(w.vendor_id, ''), w.submitted_at is not null
    and (w.vendor_id is null or w.vendor_answer is distinct from 'declined')$$;
begin
  for of_kind in select * from (values
    ('file', $$'', '', vendors_key(r.vendors), true$$, '', 'r.removed_at is null'),
    ('translation', 'r.status, ' || of_request, 'join work_request w on w.id = r.work_request_id',
      'true')
  ) kinds (name, columns, source, condition) loop
    changes := format('select r.studio_id, %s, %%s from %%s r %s where %s',
      of_kind.columns, of_kind.source, of_kind.condition);
    execute format('
      create or replace function count_%s() returns trigger language plpgsql security definer
        set search_path = public, pg_temp as $f$
      begin
        if tg_op = ''INSERT'' then %s elsif tg_op = ''DELETE'' then %s else %s end if;
        return null;
      end $f$', of_kind.name,
      format(add_counts, of_kind.name, format(changes, '1', 'added'), 'count_slot()'),
      format(add_counts, of_kind.name, format(changes, '-1', 'removed'), 'count_slot()'),
      format(add_counts, of_kind.name, format(changes, '1', '(select new.*)') || ' union all '
        || format(changes, '-1', '(select old.*)'), 'count_slot()'));
    recounts := recounts || format(add_counts, of_kind.name,
      format(changes, '1', quote_ident(of_kind.name)), '0');
  end loop;

  execute format('
    create function count_translations_of_request() returns trigger language plpgsql
      security definer set search_path = public, pg_temp as $f$
    begin
      %s
      return null;
    end $f$', format(add_counts, 'translation', format('
      select r.studio_id, r.status, %1$s, 1 from translation r, (select new.*) w
      where r.work_request_id = new.id
      union all
      select r.studio_id, r.status, %1$s, -1 from translation r, (select old.*) w
      where r.work_request_id = new.id', of_request), 'count_slot()'));

  execute 'alter function rebuild_row_counts() rename to rebuild_counts_by_studio';
  /* Counts all rows again. Changes wait until it is done. */
  execute format('
    create function rebuild_row_counts() returns void language plpgsql as $f$
    begin
      perform rebuild_counts_by_studio();
      delete from row_count where kind in (''file'', ''translation'');
      %s
    end $f$', recounts);

  delete from row_count where kind in ('file', 'translation');
  execute recounts;
end $do$;

drop trigger count_update on file;
create trigger count_update after update on file for each row
  when ((old.removed_at, old.vendors) is distinct from (new.removed_at, new.vendors))
  execute function count_file();
create trigger count_translations after update on work_request for each row
  when ((old.territory, old.vendor_id, old.vendor_answer, old.submitted_at)
    is distinct from (new.territory, new.vendor_id, new.vendor_answer, new.submitted_at))
  execute function count_translations_of_request();

/* Files under an embargo are taken off the total of people who may not see them. */
create index file_embargo_end on file (studio_id, embargo_end)
  where removed_at is null and embargo_end is not null;
create index file_embargo_event on file (studio_id) where removed_at is null and embargo_event;
