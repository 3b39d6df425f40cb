import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures, type Fixtures } from '../../../test/fixtures.ts'
import { statementsOf } from '../../../test/statements-of.ts'
import { recordAudit } from '../audit/record.ts'
import { emit } from '../events/emit.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Db, Tx } from './connect.ts'
import { withoutRows } from './pending-rows.ts'
import { dryRun, inTransaction } from './transaction.ts'

async function addRows(tx: Tx, { a }: Fixtures) {
  const event = { from: a.people.studio._id, studio: a.studio._id }
  await emit(tx, { ...event, type: 'fin', snapshot: { order: 1 } })
  await emit(tx, { ...event, type: 'fin', snapshot: { order: 2 } })
  await enqueue(tx, 'lint-file', { file: 'f1' })
  await enqueue(tx, 'lint-file', { file: 'f2' }, { inSeconds: 60, priority: 2 })
  await recordAudit(tx, {
    by: null,
    act: 'POST /files',
    about: { kind: 'files', id: null, name: 'A "quoted" name' },
    studios: [a.studio._id],
    asked: { name: 'x', password: 'secret' },
    request: null,
    address: null,
  })
}

async function readRows(db: Db) {
  const events = await db.selectFrom('event').select('told').orderBy('created_at').execute()
  const jobs = await db.selectFrom('job').select(['kind', 'priority']).orderBy('id').execute()
  const audit = await db
    .selectFrom('audit')
    .select(['about_name', 'asked'])
    .where('act', '=', 'POST /files')
    .execute()
  return { events, jobs: jobs.map(({ kind, priority }) => `${kind} ${priority}`), audit }
}

const EXPECTED = {
  events: [{ told: { order: 1 } }, { told: { order: 2 } }],
  jobs: ['notify 0', 'notify 0', 'lint-file 0', 'lint-file 2'],
  audit: [{ about_name: 'A "quoted" name', asked: { name: 'x', password: '[redacted]' } }],
}

test('inserts events, jobs and audit entries with one statement before the commit', async (t) => {
  const fixtures = await loadFixtures(t)
  const { db } = fixtures
  await db.deleteFrom('job').execute()
  const statements = await statementsOf(() => inTransaction(db, (tx) => addRows(tx, fixtures)))
  assert.equal(statements.length, 3, statements.join('\n'))
  assert.deepEqual(await readRows(db), EXPECTED)
})

test('inserts them at once in a transaction that does not collect them', async (t) => {
  const fixtures = await loadFixtures(t)
  const { db } = fixtures
  await db.deleteFrom('job').execute()
  await db.transaction().execute((tx) => addRows(tx, fixtures))
  const { events, audit } = await readRows(db)
  assert.deepEqual({ events, audit }, { events: EXPECTED.events, audit: EXPECTED.audit })
})

test('drops the rows of work that is rolled back', async (t) => {
  const fixtures = await loadFixtures(t)
  const { db } = fixtures
  await db.deleteFrom('job').execute()
  await dryRun(db, (tx) => addRows(tx, fixtures))
  await inTransaction(db, (tx) => withoutRows(tx, () => addRows(tx, fixtures)))
  assert.deepEqual(await readRows(db), { events: [], jobs: [], audit: [] })
})
