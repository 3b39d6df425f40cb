import pg from 'pg'

/**
 * Describes the tables, views and functions of the schema that the connection uses: columns, keys,
 * indexes, policies and triggers, without the name of the schema.
 */
export async function describeSchema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ text: string }>(TABLES)
    const { rows: rest } = await client.query<{ text: string }>(VIEWS_AND_FUNCTIONS)
    const { rows: schemas } = await client.query<{ name: string }>(
      'select current_schema() as name',
    )
    return [...tables, ...rest]
      .map((row) => row.text)
      .join('\n\n')
      .replaceAll(`${schemas[0]!.name}.`, '')
      .replaceAll(/SET search_path TO .*/g, 'SET search_path')
  } finally {
    await client.end()
  }
}

/** Without the objects of extensions. */
const OURS = `n.nspname = current_schema() and not exists (
  select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

const COLUMN_DEFAULT = `
  case
    when a.attgenerated = 's' then
      format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
    when d.oid is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid)
    else ''
  end`

const COLUMNS_AND_CONSTRAINTS = `
  select a.attnum as position,
    format('  %I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then ' not null' else '' end, ${COLUMN_DEFAULT}) as line
  from pg_attribute a
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  union all
  select 9999, format('  constraint %I %s', k.conname, pg_get_constraintdef(k.oid))
  from pg_constraint k
  where k.conrelid = c.oid and k.contype not in ('n', 't')`

const INDEXES = `
  select string_agg(
    E'\\n' || pg_get_indexdef(i.indexrelid) || ';', '' order by i.indexrelid::regclass::text)
  from pg_index i
  where i.indrelid = c.oid
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`

const TRIGGERS = `
  select string_agg(E'\\n' || pg_get_triggerdef(t.oid) || ';', '' order by t.tgname)
  from pg_trigger t
  where t.tgrelid = c.oid and not t.tgisinternal`

const POLICIES = `
  select string_agg(line, '' order by line) from (
    select case when c.relrowsecurity and c.relforcerowsecurity
      then E'\\nalter table ' || quote_ident(c.relname) || ' force row level security;' end as line
    union all
    select format(E'\\ncreate policy %s on %I%s to %s%s;', p.polname, c.relname,
      case p.polcmd when 'a' then ' for insert' else '' end,
      array_to_string(p.polroles::regrole[], ', '),
      concat(' using ' || pg_get_expr(p.polqual, c.oid),
        ' with check ' || pg_get_expr(p.polwithcheck, c.oid)))
    from pg_policy p where p.polrelid = c.oid) lines`

const TABLES = `
  select format(E'create %stable %I (\\n%s\\n);%s%s%s',
    case c.relpersistence when 'u' then 'unlogged ' else '' end,
    c.relname,
    (select string_agg(line, E',\\n' order by position, line)
      from (${COLUMNS_AND_CONSTRAINTS}) lines),
    coalesce((${INDEXES}), ''), (${TRIGGERS}), (${POLICIES})) as text
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and ${OURS}
  order by c.relname`

const VIEWS_AND_FUNCTIONS = `
  select text from (
    select 1 as kind, c.relname as name,
      format(E'create view %I as\\n%s', c.relname, pg_get_viewdef(c.oid, true)) as text
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'v' and ${OURS}
    union all
    select 2, c.proname, rtrim(pg_get_functiondef(c.oid), E'\\n') || ';'
    from pg_proc c
    join pg_namespace n on n.oid = c.pronamespace
    where ${OURS}
  ) parts
  order by kind, name`
