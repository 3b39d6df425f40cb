-- Totals of translations and files by language, and of previews (docs/decisions/0144).

/* The language is the `type` of their counts. The functions stay the same otherwise. */
do $do$
declare
  name text;
  definition text;
begin
  foreach name in array array['count_file', 'count_translation', 'count_translations_of_request',
    'rebuild_counts_by_record'] loop
    definition := pg_get_functiondef(name::regproc);
    definition := replace(definition, $$changed.studio_id, '', '', status,$$,
      $$changed.studio_id, '', language, status,$$);
    definition := replace(definition, 'changed (studio_id, status,',
      'changed (studio_id, language, status,');
    definition := replace(definition, 'r.studio_id, r.status,', 'r.studio_id, r.language, r.status,');
    definition := replace(definition, $$r.studio_id, '', '', vendors_key$$,
      $$r.studio_id, coalesce(r.language, ''), '', '', vendors_key$$);
    execute replace(definition, 'by 2, 5, 6, 7, 8', 'by 2, 4, 5, 6, 7, 8');
  end loop;
  execute replace(pg_get_functiondef('count_new_translation'::regproc),
    $$r.studio_id, '', r.status,$$, $$r.studio_id, r.language, r.status,$$);
end $do$;

drop trigger count_update on file;
create trigger count_update after update on file for each row
  when ((old.removed_at, old.vendors, old.language)
    is distinct from (new.removed_at, new.vendors, new.language))
  execute function count_file();
drop trigger count_update on translation;
create trigger count_update after update on translation for each row
  when ((old.status, old.language) is distinct from (new.status, new.language))
  execute function count_translation();

lock table row_count in share row exclusive mode;
delete from row_count where kind in ('file', 'translation');
insert into row_count (
  kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot, total)
select 'file', f.studio_id, '', coalesce(f.language, ''), '', '', vendors_key(f.vendors), true, 0,
  count(*)
from file f where f.removed_at is null group by 2, 4, 7
union all
select 'translation', t.studio_id, '', t.language, t.status, w.territory, coalesce(w.vendor_id, ''),
  w.submitted_at is not null
    and (w.vendor_id is null or w.vendor_answer is distinct from 'declined'),
  0, count(*)
from translation t join work_request w on w.id = t.work_request_id group by 2, 4, 5, 6, 7, 8;

/* New translations are incomplete, so inserting them costs nothing more. */
create index translation_status on translation (studio_id, status, created_at desc, id desc)
  where status <> 'incomplete';

create function count_preview() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into row_count as c (
    kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot, total)
  values ('preview', case when tg_op = 'DELETE' then old.studio_id else new.studio_id end,
    '', '', '', '', '', true, count_slot(), case when tg_op = 'DELETE' then -1 else 1 end)
  on conflict (kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot)
  do update set total = c.total + excluded.total;
  return null;
end $$;
create trigger count_preview after insert or delete on preview
  for each row execute function count_preview();
create index preview_studio on preview (studio_id, created_at desc, id desc);

create function rebuild_preview_counts() returns void language plpgsql as $$
begin
  delete from row_count where kind = 'preview';
  insert into row_count (
    kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot, total)
  select 'preview', v.studio_id, '', '', '', '', '', true, 0, count(*) from preview v group by 2;
end $$;
select rebuild_preview_counts();
create or replace function rebuild_row_counts() returns void language plpgsql as $$
begin
  perform rebuild_counts_by_record(), rebuild_project_counts(), rebuild_assignee_counts(),
    rebuild_preview_counts();
end $$;
