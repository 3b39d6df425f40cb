// The rules of Citus for distributed, reference and local tables, checked against the catalog of
// PostgreSQL. They are those that `create_distributed_table` and `create_reference_table` enforce
// with `citus.enable_unsafe_triggers` off.
import type { CatalogTable, ForeignKey } from './catalog.ts'

export type TableKind = 'distributed' | 'reference' | 'local'
/** Tables by name. */
export type ShardingPlan = ReadonlyMap<string, TableKind>
/** `change` is followed by what it is done to. */
export type RequiredChange = { rule: ShardingRule; change: string; to?: string }
export type ShardingRule = 'key' | 'unique' | 'foreign key' | 'trigger' | 'policy'

/** What has to change before the table can be what the plan says. */
export function checkTable(table: CatalogTable, plan: ShardingPlan, key: string): RequiredChange[] {
  const kind = plan.get(table.name)!
  return [
    ...(kind === 'distributed' ? [...checkKey(table, key), ...checkUnique(table, key)] : []),
    ...table.foreignKeys.flatMap((foreignKey) => checkForeignKey(kind, foreignKey, plan, key)),
    ...(kind === 'local' ? [] : [...checkTriggers(table), ...checkPolicies(table)]),
  ]
}

function checkKey({ columns }: CatalogTable, key: string): RequiredChange[] {
  const column = columns.find(({ name }) => name === key)
  if (!column) return [{ rule: 'key', change: `add \`${key}\`` }]
  return column.isRequired ? [] : [{ rule: 'key', change: `make \`${key}\` required` }]
}

/** A shard cannot see whether another one has the same value. */
const checkUnique = ({ uniques }: CatalogTable, key: string): RequiredChange[] =>
  uniques
    .filter((unique) => !unique.columns.includes(key))
    .map(({ name }) => ({ rule: 'unique', change: `add \`${key}\` to`, to: name }))

function checkForeignKey(
  kind: TableKind,
  { name, to, columns, toColumns, onDelete }: ForeignKey,
  plan: ShardingPlan,
  key: string,
): RequiredChange[] {
  const target = plan.get(to)!
  const need = (change: string): RequiredChange[] => [{ rule: 'foreign key', change, to: name }]
  const drop = need(`drop, because \`${to}\` is ${target},`)
  if (kind === 'distributed' && target === 'distributed') {
    const isIncluded = columns.some((column, at) => column === key && toColumns[at] === key)
    const list = onDelete === 'set null' ? ', and a column list for `set null`,' : ''
    if (!isIncluded) return need(`add \`${key}\`${list} to both sides of`)
    return list ? need(`keep \`${key}\` on delete, with a column list, in`) : []
  }
  if (kind === 'distributed') return target === 'local' ? drop : []
  if (target === 'distributed') return drop
  return kind === 'reference' && target === 'local' && onDelete === 'cascade' ? drop : []
}

const checkTriggers = ({ triggers }: CatalogTable): RequiredChange[] =>
  triggers.map((to) => ({ rule: 'trigger', change: 'replace the trigger', to }))

const checkPolicies = ({ subqueryPolicies }: CatalogTable): RequiredChange[] =>
  subqueryPolicies.map((to) => ({
    rule: 'policy',
    change: 'write without a subquery the policy',
    to,
  }))
