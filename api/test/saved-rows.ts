// Saves all rows of a database and restores them after a test.
import type pg from 'pg'
import { onCluster } from './cluster.ts'

/** Larger tables keep too many deleted rows. */
const MAX_TABLE_BYTES = 4 * 1024 ** 2

/** Adds a schema with a copy of every row. Clones of the database contain it too. */
export const saveRows = (url: string): Promise<void> => onCluster(url, SAVE)

/** False if the database is not as before: a test changed the schema, or something still runs. */
export async function restoreRows(client: pg.Client): Promise<boolean> {
  await client.query('begin')
  // A coordinator of Citus repeats it on its workers.
  await client.query('set local session_replication_role = replica')
  const { rows } = await client.query<{ restored: boolean }>(
    'select reelay_test.restore() as restored',
  )
  await client.query('commit')
  return rows[0]!.restored
}

/**
 * The generated function has one or two statements per table, which stay prepared in its connection.
 */
const SAVE = `
create schema reelay_test;

do $save$
declare
  relation record;
  columns text;
  is_filled boolean;
  statements text := '';
begin
  for relation in
    select oid::regclass as name, relname from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
  loop
    execute format('select exists (select 1 from %s)', relation.name) into is_filled;
    if is_filled then
      select string_agg(quote_ident(attname), ', ' order by attnum) into columns
      from pg_attribute
      where attrelid = relation.name and attnum > 0 and not attisdropped and attgenerated = '';
      execute format('create table reelay_test.%I as select %s from %s',
        relation.relname, columns, relation.name);
      statements := statements || format('delete from %1$s; '
        'insert into %1$s (%2$s) overriding system value select %2$s from reelay_test.%3$I; ',
        relation.name, columns, relation.relname);
    else
      statements := statements || format(
        'if exists (select 1 from %1$s) then delete from %1$s; end if; ', relation.name);
    end if;
  end loop;
  for relation in
    select format('%I.%I', schemaname, sequencename) as name, start_value, last_value
    from pg_sequences where schemaname = 'public'
  loop
    statements := statements || format('perform setval(%L, %s, %L); ',
      relation.name, coalesce(relation.last_value, relation.start_value),
      relation.last_value is not null);
  end loop;
  execute format($create$
    create function reelay_test.restore() returns boolean language plpgsql
      set lock_timeout = '2s' as %L
    $create$, 'begin if reelay_test.is_spoiled() then return false; end if; '
      || statements || 'return true; end');
end
$save$;

create sequence reelay_test.schema_changes;
create function reelay_test.count_schema_change() returns event_trigger
  language plpgsql security definer
  as $$ begin perform nextval('reelay_test.schema_changes'); end $$;

create function reelay_test.is_spoiled() returns boolean language sql as $$
  select (select is_called from reelay_test.schema_changes)
    or exists (select from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and state <> 'idle')
    or exists (select from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and pg_relation_size(oid) > ${MAX_TABLE_BYTES})
$$;

create event trigger count_schema_change on ddl_command_end
  execute function reelay_test.count_schema_change()`
