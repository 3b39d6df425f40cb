// Concurrent callers: one of them wins a move, and no other change is lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decideOffline } from '../offlines/contract.ts'
import { newOrder } from '../../test/orders.ts'
import {
  uploadOffline,
  changeRequest,
  readRequest,
  createRequestAt,
} from '../../test/work-requests.ts'
import { loadFixtures, type TestUser, type Fixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

const outcome = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: { status?: number }) => error.status ?? 500,
  )
const eventsOf = async ({ db }: Fixtures, type: string) =>
  (await sql`select from event where type = ${type}`.execute(db)).rows.length

test('records one entry and one event for four identical moves at once', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, admin } = fixtures
  const id = await createRequestAt(a, 'awaiting-materials')
  const answers = await Promise.all(
    [a.people.vendor, a.people.studio, admin, a.people.vendor].map((by) =>
      outcome(changeRequest(by, id, { status: 'in-progress', reason: 'now' })),
    ),
  )
  assert.deepEqual(answers, [200, 200, 200, 200], 'later callers find it done')
  const { history } = await readRequest(admin, id)
  assert.deepEqual(
    history.map(({ status }) => status),
    ['incomplete', 'submitted', 'awaiting-materials', 'in-progress'],
  )
  assert.equal(await eventsOf(fixtures, 'wip'), 1)
})

test('lets one of four conflicting moves win', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, admin } = fixtures
  const id = await createRequestAt(a, 'for-review')
  const pull = (by: TestUser, status: contract.Status) =>
    outcome(changeRequest(by, id, { status, reason: 'x', code: 'other' }))
  const answers = await Promise.all([
    pull(a.people.territory, 'rejected'),
    pull(a.people.studio, 'cancelled'),
    pull(admin, 'rejected'),
    pull(a.people.studio, 'rejected'),
  ])
  assert.ok(
    answers.every((answer) => answer === 200 || answer === 409),
    answers.join(),
  )
  const { history, status } = await readRequest(admin, id)
  const after = history
    .slice(history.findIndex((entry) => entry.status === 'for-review') + 1)
    .map((entry) => entry.status)
  assert.ok(['rejected', 'cancelled', 'rejected,cancelled'].includes(after.join()), after.join())
  assert.equal(after.at(-1), status)
  assert.deepEqual(
    [await eventsOf(fixtures, 'wrj'), await eventsOf(fixtures, 'wcx')],
    [
      after.filter((entry) => entry === 'rejected').length,
      after.filter((entry) => entry === 'cancelled').length,
    ],
  )
})

test('keeps a gapless history of allowed steps under a hundred concurrent moves', async (t) => {
  const { a, admin } = await loadFixtures(t)
  const id = await createRequestAt(a, 'in-progress')
  await uploadOffline(a, id)
  const people = [a.people.territory, a.people.vendor, a.people.studio, admin]
  const targets = contract.STATUSES.filter(
    (status) => status !== 'incomplete' && status !== 'cancelled',
  )
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      outcome(
        changeRequest(people[index % 4]!, id, {
          status: targets[index % targets.length]!,
          reason: 'x',
          code: 'other',
        }),
      ),
    ),
  )
  assert.ok(
    answers.every((answer) => [200, 403, 409, 503].includes(answer)),
    answers.join(),
  )
  assert.equal(findGap(await stepsOf(admin, id)), undefined)
})

test('finds a step that the table of moves does not have', () => {
  const steps = ['incomplete', 'submitted', 'in-progress', 'for-review', 'approved'] as const
  assert.equal(findGap(steps), undefined)
  assert.equal(findGap(steps.filter((status) => status !== 'for-review')), 'in-progress → approved')
})

const TRANSITIONS: Record<contract.Status, contract.Status[]> = {
  incomplete: ['submitted', 'cancelled'],
  submitted: ['awaiting-materials', 'in-progress'],
  'awaiting-materials': ['in-progress', 'incomplete', 'cancelled'],
  'in-progress': ['awaiting-materials', 'for-review', 'incomplete', 'cancelled'],
  'for-review': ['approved', 'rejected', 'incomplete', 'cancelled'],
  rejected: ['in-progress', 'incomplete', 'cancelled'],
  approved: ['complete', 'incomplete', 'cancelled'],
  complete: ['in-progress'],
  cancelled: ['in-progress'],
}
/** The first step of a history that the table does not have. */
const findGap = (steps: readonly contract.Status[]): string | undefined =>
  steps
    .slice(1)
    .flatMap((to, index) =>
      TRANSITIONS[steps[index]!].includes(to) ? [] : `${steps[index]} → ${to}`,
    )
    .at(0)

const stepsOf = async (by: TestUser, id: string) =>
  (await readRequest(by, id)).history.map(({ status }) => status)

/** Repeats an edit that the service asked to repeat, as the client does. */
async function untilNotBusy(edit: () => Promise<number>, attempts = 5): Promise<number> {
  const status = await edit()
  return status === 503 && attempts > 1 ? untilNotBusy(edit, attempts - 1) : status
}

test('keeps twenty concurrent edits of different fields', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory, studio } = a.people
  const { _id: id } = await territory.call(contract.createWorkRequest, {
    body: { asset: a.asset._id },
  })
  const {
    asset: _asset,
    territory: _territory,
    ...full
  } = newOrder(a, {
    deliveryDeadline: { date: 1_900_000_000, tz: 'UTC' },
    aspectRatio: '16:9',
    auto: true,
    autosubs: true,
    dualLanguages: true,
    autoMode: true,
    shippingAddresses: ['x'],
  })
  const edits = editsOf(full)
  assert.equal(edits.length, 20)
  assert.deepEqual(
    new Set(
      await Promise.all(
        edits.map((body, index) =>
          untilNotBusy(() => outcome(changeRequest(index % 2 ? territory : studio, id, body))),
        ),
      ),
    ),
    new Set([200]),
  )
  const read = await readRequest(territory, id)
  assert.deepEqual(
    [
      read.language,
      read.due,
      read.instructions,
      read.tags,
      read.aspectRatio,
      read.auto,
      read.autosubs,
      read.dualLanguages,
      read.autoMode,
    ],
    ['deu', full.due, 'all', ['t'], '16:9', true, true, true, true],
  )
  assert.deepEqual(
    [read.dng, read.uses, read.dcp, read.recipients.Online, read.recipients.Dcp],
    [full.dng, full.uses, { items: ['c'], details: ['d'] }, ['a'], ['b']],
  )
  assert.deepEqual(read.estimate, { base: '65.00', applied: '65.00', currency: 'EUR' })
})

const editsOf = ({
  language,
  due,
  deliveryDeadline,
  uses,
}: Omit<contract.NewWorkRequest, 'asset'>): contract.WorkRequestChange[] => [
  { language: language! },
  { due: due! },
  { deliveryDeadline: deliveryDeadline! },
  { instructions: 'all' },
  { tags: ['t'] },
  { aspectRatio: '16:9' },
  { auto: true },
  { autosubs: true },
  { dualLanguages: true },
  { autoMode: true },
  { shippingAddresses: ['x'] },
  { dng: { dialogue: ['Subtitled'] } },
  { dng: { graphics: ['Dedicated'] } },
  { dng: { narration: ['OV'] } },
  { uses: { items: ['Online'] } },
  { uses: { details: uses!.details! } },
  { recipients: { Online: ['a'] } },
  { recipients: { Dcp: ['b'] } },
  { dcp: { items: ['c'] } },
  { dcp: { details: ['d'] } },
]

test('accepts one of two concurrent decisions about an offline', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const id = await createRequestAt(a, 'for-review')
  const [offline] = (await readRequest(a.people.studio, id)).offlines
  const decide = (by: TestUser, decision: 'approved' | 'rejected') =>
    outcome(
      by.call(decideOffline, {
        params: { id: offline!._id },
        body: { decision, reason: 'x', code: 'sound' },
      }),
    )
  const answers = await Promise.all([
    decide(a.people.territory, 'approved'),
    decide(a.people.studio, 'rejected'),
  ])
  assert.deepEqual(new Set(answers), new Set([200, 409]))
  assert.equal(
    (await readRequest(a.people.studio, id)).status,
    answers[0] === 200 ? 'for-review' : 'rejected',
  )
})

test('follows the table of moves for any sequence of requests', async (t) => {
  const { a, admin } = await loadFixtures(t)
  const people = {
    admin,
    territory: a.people.territory,
    vendor: a.people.vendor,
    studio: a.people.studio,
  }
  const action = fc.record({
    by: fc.constantFrom(...(Object.keys(people) as (keyof typeof people)[])),
    to: fc.constantFrom(...contract.STATUSES),
    reason: fc.constantFrom('', 'because'),
    offline: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 12 }), async (actions) => {
      const id = await createRequestAt(a, 'in-progress')
      for (const { by, to, reason, offline } of actions) {
        if (offline) await outcome(uploadOffline(a, id))
        const before = await readRequest(admin, id)
        const answer = await outcome(
          changeRequest(people[by], id, { status: to, reason, code: 'other' }),
        )
        assert.ok(
          [200, 403, 404, 409].includes(answer),
          `${by}: ${before.status} → ${to}: ${answer}`,
        )
        const after = await readRequest(admin, id)
        if (answer !== 200)
          assert.deepEqual(
            [after.status, after.history.length],
            [before.status, before.history.length],
          )
      }
      assert.equal(findGap(await stepsOf(admin, id)), undefined)
    }),
    { numRuns: 8 },
  )
})
