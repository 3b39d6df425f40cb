// With any sequence of assignments and answers, a vendor sees exactly its own requests and those of
// nobody, and works only on what it has accepted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as files from '../files/contract.ts'
import * as offlines from '../offlines/contract.ts'
import * as translations from '../translations/contract.ts'
import * as workrequests from '../workrequests/contract.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { uploadFile } from '../../test/orders.ts'
import {
  answer,
  assign,
  createVendor,
  firstVendor,
  orderFor,
  type Vendor,
} from '../../test/vendor-fixtures.ts'
import { sql } from '../kernel/db/sql.ts'

const REQUESTS = 3
/** Index 2 stands for nobody: the request is open to all vendors. */
const step = fc.record({
  act: fc.constantFrom('assign', 'accepted', 'declined', 'upload'),
  request: fc.nat(REQUESTS - 1),
  vendor: fc.nat(2),
})

type Expected = {
  vendor: Vendor | null
  answer: 'accepted' | 'declined' | null
  offlines: { id: string; file: string; of: Vendor | null }[]
}

test('a vendor sees exactly its own requests after any assignments', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const vendors = [firstVendor(a), await createVendor(fixtures, a)]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const requests = new Map<string, Expected>()
      for (let count = 0; count < REQUESTS; count++)
        requests.set((await orderFor(a))._id, { vendor: null, answer: null, offlines: [] })
      for (const { act, request, vendor } of steps) {
        const [id, state] = [...requests][request]!
        if (act === 'assign') await assignTo(fixtures, id, state, vendors[vendor] ?? null)
        else if (act === 'upload')
          await uploadTo(fixtures, id, state, state.vendor ?? vendors[vendor % 2]!)
        else await answerAs(id, state, act)
      }
      for (const vendor of vendors) await assertSees(fixtures, vendor, requests)
    }),
    { numRuns: 8, endOnFailure: true },
  )
})

async function assignTo({ a }: Fixtures, id: string, state: Expected, vendor: Vendor | null) {
  await assign(a, id, vendor?.group ?? null)
  if (vendor !== state.vendor || state.answer === 'declined') state.answer = null
  if (vendor && !state.vendor) for (const offline of state.offlines) offline.of ??= vendor
  state.vendor = vendor
}

/** Only an open question can be answered. */
async function answerAs(id: string, state: Expected, decision: 'accepted' | 'declined') {
  if (!state.vendor) return
  const answered = answer(state.vendor, id, { decision, reason: 'Because' })
  if (state.answer === 'declined') return expectProblem(answered, 404)
  if (state.answer === 'accepted' && decision === 'declined') return expectProblem(answered, 409)
  await answered
  state.answer = decision
}

async function uploadTo({ a }: Fixtures, id: string, state: Expected, { person }: Vendor) {
  const file = await uploadFile(person, a, 'cut.mp4')
  const created = person.call(offlines.createOffline, {
    body: { workRequest: id, file: file._id },
  })
  if (state.vendor && state.answer !== 'accepted')
    return expectProblem(created, state.answer ? 404 : 409)
  const offline = await created
  state.offlines.push({ id: offline._id, file: file._id, of: state.vendor })
}

async function assertSees(
  { app, a }: Fixtures,
  vendor: Vendor,
  requests: Map<string, Expected>,
): Promise<void> {
  const { call, _id } = vendor.person
  const visible = [...requests].filter(
    ([, state]) =>
      state.vendor === null || (state.vendor === vendor && state.answer !== 'declined'),
  )
  // The offlines of an assigned vendor are hidden from it when the assignment ends.
  const visibleOfflines = visible.flatMap(([, state]) =>
    state.offlines.filter(({ of }) => of === null || (of === vendor && state.vendor === vendor)),
  )
  const only = (ids: string[]) => ids.filter((id) => isOfRun.has(id)).toSorted()
  const isOfRun = new Set(
    [...requests].flatMap(([id, { offlines: ofRequest }]) => [
      id,
      ...ofRequest.flatMap((offline) => [offline.id, offline.file]),
    ]),
  )
  const ids = visible.map(([id]) => id).toSorted()
  const headers = { range: { first: 0, last: 499 } }
  assert.deepEqual(
    only((await call(workrequests.listWorkRequests, headers)).items.map((request) => request._id)),
    ids,
  )
  assert.deepEqual(
    only(
      (await call(translations.listTranslations, headers)).items.map(
        (translation) => translation.workRequest,
      ),
    ),
    ids.flatMap((id) => [id, id]),
  )
  assert.deepEqual(
    only((await call(offlines.listOfflines, headers)).items.map((offline) => offline._id)),
    visibleOfflines.map(({ id }) => id).toSorted(),
  )
  const seenFiles = only((await call(files.listFiles, headers)).items.map((file) => file._id))
  const hidden = [...requests].flatMap(([, state]) =>
    state.offlines.filter((offline) => !visibleOfflines.includes(offline)).map(({ file }) => file),
  )
  assert.deepEqual(
    seenFiles.filter((id) => hidden.includes(id)),
    [],
  )
  // The second wall knows the same requests.
  const asVendor = app.database.as({
    person: _id,
    studios: [a.studio._id],
    groups: [vendor.group],
    vendorStudios: [a.studio._id],
  })
  const { rows } = await sql<{ id: string }>`select id from work_request`.execute(asVendor)
  assert.deepEqual(only(rows.map(({ id }) => id)), ids)
}
