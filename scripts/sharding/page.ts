// Writes docs/reference/sharding.md: each table, what it would be in a sharded cluster, and what has
// to change before.
import type { CatalogTable } from './catalog.ts'
import {
  checkTable,
  type RequiredChange,
  type TableKind,
  type ShardingPlan,
  type ShardingRule,
} from './rules.ts'
import { DISTRIBUTED, KEY, LOCAL, REFERENCE } from './tables.ts'

const RULES: Record<ShardingRule, string> = {
  key: 'tables without a required `studio_id`',
  unique: 'primary keys, unique constraints and unique indexes without `studio_id`',
  'foreign key': 'foreign keys that cannot be kept as they are',
  trigger: 'triggers',
  policy: 'policies of row-level security with a subquery',
}

export const shardingPlan = (): ShardingPlan =>
  new Map<string, TableKind>([
    ...DISTRIBUTED.map((name) => [name, 'distributed'] as const),
    ...REFERENCE.map((name) => [name, 'reference'] as const),
    ...Object.keys(LOCAL).map((name) => [name, 'local'] as const),
  ])

export function writeShardingPage(tables: readonly CatalogTable[]): string {
  const plan = shardingPlan()
  const findings = new Map(tables.map((table) => [table.name, checkTable(table, plan, KEY)]))
  const all = [...findings.values()].flat()
  const section = (kind: TableKind) =>
    tables
      .filter(({ name }) => plan.get(name) === kind)
      .map(({ name }) => `- \`${name}\`: ${describe(findings.get(name)!, LOCAL[name])}`)
  return `${[
    '# Tables in a sharded cluster',
    '',
    'Written by `npm run tables` from the schema. [Sharding by studio](../run/sharding.md) explains it.',
    '',
    '| Has to change | Number |',
    '| --- | --- |',
    ...Object.entries(RULES).map(
      ([rule, text]) => `| ${text} | ${all.filter((finding) => finding.rule === rule).length} |`,
    ),
    '',
    '## Distributed by studio',
    '',
    ...section('distributed'),
    '',
    '## Reference tables',
    '',
    ...section('reference'),
    '',
    '## Local tables of the coordinator',
    '',
    ...section('local'),
  ].join('\n')}\n`
}

function describe(findings: readonly RequiredChange[], reason: string | undefined): string {
  const objects = Map.groupBy(findings, ({ change }) => change)
  const changes = [...objects].map(([change, found]) =>
    [change, found.flatMap(({ to }) => (to ? [`\`${to}\``] : [])).join(', ')]
      .filter(Boolean)
      .join(' '),
  )
  return [reason, changes.join('; ') || (reason ? '' : 'ready')].filter(Boolean).join(' To do: ')
}
