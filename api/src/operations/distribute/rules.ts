// Which tables can be distributed by studio on Citus, and what `reelay admin distribute` does with
// each. The schema says the kind of a table in its comment (api/schema/01-kernel.sql).

export type TableState = 'plain' | 'distributed' | 'reference'
export type TableDescription = {
  name: string
  /** `tenant`, `reference` or `local`; null if the schema does not say it. */
  kind: string | null
  state: TableState
  /** The column by which it is distributed, if it is. */
  distributedBy: string | null
  columns: string[]
  /** The columns of its unique keys. */
  keys: string[][]
  references: TableReference[]
  triggers: string[]
  /** The expressions of its policies. */
  policies: string[]
}
export type TableReference = {
  table: string
  kind: string | null
  columns: string[]
  /** Deleting the other row sets columns of this one to null. */
  setsNull: boolean
}

export type TableStep = {
  table: string
  kind: string | null
  action: 'distribute' | 'replicate' | 'none'
  message: string
}
export type Obstacle = { table: string; message: string }

const KEY = 'studio_id'
const KINDS = ['tenant', 'reference', 'local']

/** Either all tables can be as their kind says, or there are obstacles. */
export function planDistribution(tables: readonly TableDescription[]): {
  steps: TableStep[]
  obstacles: Obstacle[]
} {
  return { steps: tables.map(stepOf), obstacles: tables.flatMap(obstaclesOf) }
}

function stepOf({ name: table, kind, state }: TableDescription): TableStep {
  if (kind === 'tenant')
    return state === 'distributed'
      ? { table, kind, action: 'none', message: `Tenant: distributed by ${KEY}.` }
      : { table, kind, action: 'distribute', message: `Tenant: will be distributed by ${KEY}.` }
  if (kind === 'reference')
    return state === 'reference'
      ? { table, kind, action: 'none', message: 'Reference: a copy is on every worker.' }
      : { table, kind, action: 'replicate', message: 'Reference: will be copied to every worker.' }
  return { table, kind, action: 'none', message: 'Local: stays on the coordinator.' }
}

const obstaclesOf = (table: TableDescription): Obstacle[] =>
  messagesOf(table).map((message) => ({ table: table.name, message }))

function messagesOf(table: TableDescription): string[] {
  const { kind, state } = table
  if (!kind || !KINDS.includes(kind))
    return ['The schema does not say whether it is a tenant, a reference or a local table.']
  return [
    ...(kind !== 'tenant' && state === 'distributed' ? ['It is distributed already.'] : []),
    ...(kind !== 'reference' && state === 'reference' ? ['It is a reference table already.'] : []),
    ...table.references.flatMap((reference) => referenceMessages(table, reference)),
    ...(kind === 'tenant' ? tenantMessages(table) : []),
  ]
}

function tenantMessages({ columns, keys, triggers, policies, distributedBy }: TableDescription) {
  if (!columns.includes(KEY)) return [`It has no column ${KEY}.`]
  return [
    ...(distributedBy !== null && distributedBy !== KEY
      ? [`It is distributed by ${distributedBy}.`]
      : []),
    ...keys
      .filter(([first]) => first !== KEY)
      .map((key) => `The unique key (${key.join(', ')}) does not begin with ${KEY}.`),
    ...triggers.map((trigger) => `It has the trigger ${trigger}.`),
    ...policies
      .filter((policy) => /\bselect\b/i.test(policy))
      .map((policy) => `A policy has a subquery: ${policy}.`),
  ]
}

function referenceMessages(
  { kind }: TableDescription,
  { table, kind: target, columns, setsNull }: TableReference,
): string[] {
  const name = `The reference (${columns.join(', ')}) to ${table}`
  if (kind === 'tenant' && target === 'tenant')
    return [
      ...(columns[0] === KEY ? [] : [`${name} does not begin with ${KEY}.`]),
      ...(setsNull ? [`${name} sets columns to null.`] : []),
    ]
  if (kind !== 'local' && target === 'local') return [`${name} leads to a local table.`]
  if (kind !== 'tenant' && target === 'tenant') return [`${name} leads to a tenant table.`]
  return []
}
