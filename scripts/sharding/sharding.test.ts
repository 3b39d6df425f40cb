// scripts/docs/docs.test.ts compares the plan with the schema.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseOn, TEMPLATE } from '../../api/test/cluster.ts'
import { readCatalog, type CatalogTable } from './catalog.ts'
import { shardingPlan } from './page.ts'
import { checkTable, type TableKind, type ShardingPlan } from './rules.ts'

const tables = await readCatalog(databaseOn(process.env.TEST_CLUSTER!, TEMPLATE))

test('reads keys, constraints, triggers and policies from the catalog', () => {
  const { columns, uniques, foreignKeys, triggers, subqueryPolicies } = tableNamed('project')
  assert.deepEqual(
    columns.filter(({ name }) => name === 'studio_id'),
    [{ name: 'studio_id', isRequired: true }],
  )
  assert.deepEqual(
    uniques.filter(({ name }) => name === 'project_studio_slug_key'),
    [{ name: 'project_studio_slug_key', columns: ['studio_id', 'slug'] }],
  )
  assert.deepEqual(foreignKeys, [
    {
      name: 'project_studio_id_fkey',
      to: 'studio',
      columns: ['studio_id'],
      toColumns: ['id'],
      onDelete: 'no action',
    },
  ])
  assert.ok(triggers.length > 0)
  assert.deepEqual([subqueryPolicies, tableNamed('territory').subqueryPolicies], [['caller'], []])
})

test('accepts a table that follows the rules, and finds each broken rule', () => {
  const good: CatalogTable = {
    name: 'order',
    columns: [
      { name: 'studio_id', isRequired: true },
      { name: 'id', isRequired: true },
    ],
    uniques: [{ name: 'order_pkey', columns: ['studio_id', 'id'] }],
    foreignKeys: [keyTo('film', ['studio_id', 'film_id'], ['studio_id', 'id']), keyTo('person')],
    triggers: [],
    subqueryPolicies: [],
  }
  const found = (change: Partial<CatalogTable>, kind: TableKind = 'distributed') =>
    checkTable({ ...good, ...change }, planWith(kind), 'studio_id').map((finding) =>
      [finding.change, finding.to].join(' ').trim(),
    )
  assert.deepEqual(found({}), [])
  assert.deepEqual(found({ columns: [] }), ['add `studio_id`'])
  assert.deepEqual(found({ columns: [{ name: 'studio_id', isRequired: false }] }), [
    'make `studio_id` required',
  ])
  assert.deepEqual(found({ uniques: [{ name: 'order_pkey', columns: ['id'] }] }), [
    'add `studio_id` to order_pkey',
  ])
  // The column must be at the same position of both sides.
  assert.deepEqual(
    found({ foreignKeys: [keyTo('film', ['studio_id', 'film_id'], ['id', 'studio_id'])] }),
    ['add `studio_id` to both sides of to_film'],
  )
  assert.deepEqual(
    found({
      foreignKeys: [keyTo('film', ['studio_id', 'f'], ['studio_id', 'id'], 'set null')],
    }),
    ['keep `studio_id` on delete, with a column list, in to_film'],
  )
  assert.deepEqual(found({ foreignKeys: [keyTo('job')] }), ['drop, because `job` is local, to_job'])
  assert.deepEqual(found({ triggers: ['count_rows'] }), ['replace the trigger count_rows'])
  assert.deepEqual(found({ subqueryPolicies: ['caller'] }), [
    'write without a subquery the policy caller',
  ])
  for (const kind of ['reference', 'local'] as const)
    assert.deepEqual(found({ foreignKeys: [keyTo('film')] }, kind), [
      'drop, because `film` is distributed, to_film',
    ])
  assert.deepEqual(found({ triggers: ['any'], foreignKeys: [keyTo('person')] }, 'local'), [])
})

const tableNamed = (wanted: string) => tables.find(({ name }) => name === wanted)!

const keyTo = (
  to: string,
  columns = [`${to}_id`],
  toColumns = ['id'],
  onDelete: 'no action' | 'set null' = 'no action',
) => ({ name: `to_${to}`, to, columns, toColumns, onDelete })

const planWith = (kind: TableKind): ShardingPlan =>
  new Map([
    ...shardingPlan(),
    ['order', kind],
    ['film', 'distributed'],
    ['person', 'reference'],
    ['job', 'local'],
  ])
