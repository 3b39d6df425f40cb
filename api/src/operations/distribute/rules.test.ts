import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planDistribution, type TableDescription } from './rules.ts'

const asset: TableDescription = {
  name: 'asset',
  kind: 'tenant',
  state: 'plain',
  distributedBy: null,
  columns: ['studio_id', 'id', 'project_id'],
  keys: [['studio_id', 'id']],
  references: [],
  triggers: [],
  policies: ['studio_id = any (stated_studios())'],
}
const reference = (table: string, kind: string, columns: string[], setsNull = false) => ({
  references: [{ table, kind, columns, setsNull }],
})
const planOf = (table: Partial<TableDescription>) => planDistribution([{ ...asset, ...table }])

test('says what happens to a table of each kind', () => {
  const actionsOf = (table: Partial<TableDescription>) => planOf(table).steps[0]!.action
  assert.equal(actionsOf({}), 'distribute')
  assert.equal(actionsOf({ state: 'distributed', distributedBy: 'studio_id' }), 'none')
  assert.equal(actionsOf({ kind: 'reference' }), 'replicate')
  assert.equal(actionsOf({ kind: 'reference', state: 'reference' }), 'none')
  assert.equal(actionsOf({ kind: 'local' }), 'none')
})

const OBSTACLES: [string, Partial<TableDescription>, RegExp][] = [
  ['a table without a kind', { kind: null }, /does not say/],
  ['a tenant table without the studio', { columns: ['id'] }, /no column studio_id/],
  ['a key without the studio', { keys: [['id']] }, /key \(id\) does not begin/],
  ['a trigger', { triggers: ['watch'] }, /trigger watch/],
  ['a subquery in a policy', { policies: ['exists (select 1 from file)'] }, /subquery/],
  [
    'a reference without the studio',
    reference('project', 'tenant', ['project_id']),
    /does not begin/,
  ],
  [
    'a reference that sets null',
    reference('project', 'tenant', ['studio_id', 'project_id'], true),
    /sets columns to null/,
  ],
  ['a reference to a local table', reference('mail', 'local', ['mail_id']), /local table/],
  [
    'a reference from a local table to one of studios',
    { kind: 'local', ...reference('project', 'tenant', ['studio_id', 'project_id']) },
    /tenant table/,
  ],
  [
    'another distribution column',
    { state: 'distributed', distributedBy: 'id' },
    /distributed by id/,
  ],
  ['a local table that is distributed', { kind: 'local', state: 'distributed' }, /already/],
]
for (const [name, table, message] of OBSTACLES)
  test(`finds ${name}`, () => {
    const { obstacles } = planOf(table)
    assert.equal(obstacles.length, 1)
    assert.match(obstacles[0]!.message, message)
  })
