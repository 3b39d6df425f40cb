import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { backdateHistory } from '../../test/backdate.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { createFrance } from '../../test/orders.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import type { Db } from '../kernel/db/connect.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { storeReportDays } from './commands/store-days.ts'
import * as contract from './contract.ts'

const DAY = 86_400
const NOW = Math.floor(Date.now() / 1000)
const dayText = (at: number) => new Date(at * 1000).toISOString().slice(0, 10)
const query = { from: dayText(NOW - 60 * DAY), to: dayText(NOW) }

const REPORTS = [
  contract.volumeReport,
  contract.turnaroundReport,
  contract.rejectionReport,
  contract.downloadReport,
] as const

const read = (reader: TestUser, report: (typeof REPORTS)[number], project?: string) =>
  reader.call(report as typeof contract.volumeReport, {
    query: { ...query, ...(project !== undefined && { project }) },
  })

async function prepare(db: Db): Promise<void> {
  while (await inTransaction(db, (tx) => storeReportDays(tx, 1)));
}

/** How many rows the database sends while `work` runs. */
async function rowsOf(work: () => Promise<unknown>): Promise<number> {
  let rows = 0
  const prototype = pg.Query.prototype as unknown as { handleDataRow: (row: unknown) => void }
  const { handleDataRow } = prototype
  prototype.handleDataRow = function (row) {
    rows++
    handleDataRow.call(this, row)
  }
  try {
    await work()
  } finally {
    prototype.handleDataRow = handleDataRow
  }
  return rows
}

test('reads prepared days once, and again after they changed', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { studio } = a.people
  const request = await createRequestAt(a, 'complete')
  await backdateHistory(db, request, NOW - 40 * DAY, 1.4 * DAY)
  await prepare(db)
  for (const report of REPORTS) {
    await read(studio, report)
    const first = await rowsOf(() => read(studio, report))
    const later = await rowsOf(() => read(studio, report))
    assert.equal(later, first, 'the second call of a token is the first one that is remembered')
  }
  const before = await read(studio, contract.volumeReport)
  const known = await rowsOf(() => read(studio, contract.volumeReport))
  await sql`
    update work_request_history set at = at - interval '2 days'
    where work_request_id = ${request} and status = 'complete'`.execute(db)
  assert.notDeepEqual(await read(studio, contract.volumeReport), before)
  await prepare(db)
  const changed = await rowsOf(() => read(studio, contract.volumeReport))
  assert.ok(changed > known, `${changed} > ${known}`)
  assert.equal(await rowsOf(() => read(studio, contract.volumeReport)), known)
  for (const times of [1, 2]) assert.ok(await createRequestAt(a, 'complete'), `${times}`)
  const withToday = await rowsOf(() => read(studio, contract.volumeReport))
  assert.equal(withToday, known + 1, 'the facts of a studio that are not prepared are one row')
  for (const report of REPORTS)
    assert.deepEqual(await read(studio, report), await read(studio, report, a.project._id))
})

test('a caller who sees something else counts anew', async (t) => {
  const { a, db, admin } = await loadFixtures(t)
  const { territory } = a.people
  const request = await createRequestAt(a, 'complete')
  await backdateHistory(db, request, NOW - 40 * DAY, 1.4 * DAY)
  await createFrance(admin)
  await sql`update work_request set owner_id = ${a.people.studio._id}`.execute(db)
  await prepare(db)
  const delivered = async () => (await read(territory, contract.volumeReport)).total.delivered
  for (const times of [1, 2, 3]) assert.equal(await delivered(), 1, `${times}`)
  await sql`
    update membership set territory_id = (select id from territory where code = 'FR')
    where person_id = ${territory._id}`.execute(db)
  assert.equal(await delivered(), 0)
})
