// Each reader gets the figures of exactly the requests that their lists show.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backdateHistory } from '../../test/backdate.ts'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { createFrance } from '../../test/orders.ts'
import {
  answer,
  assign,
  assignAccepted,
  createVendor,
  firstVendor,
} from '../../test/vendor-fixtures.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import { sql } from '../kernel/db/sql.ts'
import type { Status } from '../workrequests/contract.ts'
import { listWorkRequests } from '../workrequests/contract.ts'
import * as contract from './contract.ts'

const DAY = 86_400
const NOW = Math.floor(Date.now() / 1000)
const dayText = (at: number) => new Date(at * 1000).toISOString().slice(0, 10)
const query = { from: dayText(NOW - 20 * DAY), to: dayText(NOW), tz: 'UTC' }
const STARTS = Date.parse(`${query.from}T00:00Z`)

const ENDS = ['complete', 'rejected', 'cancelled', 'in-progress', 'complete', 'for-review'] as const

async function work(fixtures: Fixtures) {
  const { a, b, db, admin } = fixtures
  await createFrance(admin)
  const ids: string[] = []
  for (const [index, end] of ENDS.entries()) {
    const id = await createRequestAt(a, end)
    await backdateHistory(db, id, NOW - (22 - index * 3) * DAY, (7 + index) * 3600)
    ids.push(id)
  }
  await backdateHistory(db, await createRequestAt(b, 'complete'), NOW - 9 * DAY, 9 * 3600)
  const other = await createVendor(fixtures, a)
  await assignAccepted(a, ids[3]!, firstVendor(a))
  await assign(a, ids[5]!, other.group)
  await answer(other, ids[5]!, { decision: 'accepted' })
  await sql`
    update work_request set territory = 'FR', owner_id = ${a.people.studio._id}
    where id = any (${[ids[0]!, ids[1]!]})`.execute(db)
  return other.person
}

/** What plain code counts in the history of these requests. */
async function countPlainly({ db }: Fixtures, ids: string[]) {
  const requests = (
    await sql<{ status: string; created_at: Date }>`
    select status, created_at from work_request where id = any (${ids.length ? ids : ['']})`.execute(
      db,
    )
  ).rows
  const history = (
    await sql<{ id: number; work_request_id: string; status: string; at: Date }>`
    select id, work_request_id, status, at from work_request_history order by id`.execute(db)
  ).rows
  const changes = history
    .map((entry) => ({
      ...entry,
      before: history.findLast(
        ({ id, work_request_id }) => work_request_id === entry.work_request_id && id < entry.id,
      )?.status,
    }))
    .filter(({ work_request_id, at }) => ids.includes(work_request_id) && +at >= STARTS)
  const requestsAt = (status: Status) =>
    new Set(
      changes.filter((entry) => entry.status === status).map((entry) => entry.work_request_id),
    )
  const isOver = (status: string | undefined) => status === 'complete' || status === 'cancelled'
  const ended = changes.filter(
    ({ status, before }) =>
      before && !isOver(before) && status !== 'incomplete' && status !== 'cancelled',
  )
  return {
    total: {
      ordered: requests.filter(({ created_at }) => +created_at >= STARTS).length,
      submitted: requestsAt('submitted').size,
      delivered: requestsAt('complete').size,
      cancelled: requestsAt('cancelled').size,
    },
    whole: [...requestsAt('complete')].length,
    stages: Object.fromEntries(
      [...Map.groupBy(ended, ({ before }) => before!)].map(([status, all]) => [status, all.length]),
    ),
    rejections: changes.filter(({ status }) => status === 'rejected').length,
    open: requests.filter(({ status }) => !isOver(status)).length,
  }
}

async function readReports(reader: TestUser) {
  const { total } = await reader.call(contract.volumeReport, { query })
  const { whole, stages } = await reader.call(contract.turnaroundReport, { query })
  const { rejections } = await reader.call(contract.rejectionReport, { query })
  const risks = await reader.call(contract.riskCounts)
  return {
    total,
    whole: whole.count,
    stages: Object.fromEntries(
      stages.filter(({ count }) => count > 0).map(({ status, count }) => [status, count]),
    ),
    rejections,
    open: Object.values(risks).reduce((sum, count) => sum + count, 0),
  }
}

test('vendors, territories, studios and admins get the figures of what they see', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, admin } = fixtures
  const other = await work(fixtures)
  const { studio, territory, vendor, translator, guest } = a.people
  const figures: unknown[] = []
  for (const reader of [
    admin,
    studio,
    territory,
    vendor,
    other,
    translator,
    guest,
    b.people.studio,
  ]) {
    const { items } = await reader.call(listWorkRequests, { range: { first: 0, last: 99 } })
    const expected = await countPlainly(
      fixtures,
      items.map(({ _id }) => _id),
    )
    assert.deepEqual(await readReports(reader), expected, reader.email)
    figures.push(expected.total.ordered)
  }
  assert.deepEqual(figures, [6, 5, 4, 3, 3, 0, 0, 1], 'readers differ')
})
