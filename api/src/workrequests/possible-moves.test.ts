// The list of moves and the refusal of one come from the same rule; here they are held against each
// other through the service.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeRequest, readRequest, createRequestAt } from '../../test/work-requests.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const moves = (by: TestUser, id: string) => by.call(contract.listMoves, { params: { id } })
const short = (list: contract.PossibleMove[]) =>
  list.map(({ to, may, needsReason, needsCode, missing }) =>
    [to, may, needsReason && 'reason', needsCode && 'code', ...missing.map(({ step }) => step)]
      .filter((part) => part !== false)
      .join(' '),
  )

test('lists every possible move with what it needs and what is missing', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory, vendor, translator } = a.people
  const waiting = await createRequestAt(a, 'awaiting-materials')
  assert.deepEqual(short(await moves(vendor, waiting)), [
    'incomplete',
    'in-progress true reason material.attach material.translate',
    'cancelled',
  ])
  assert.deepEqual(short(await moves(territory, waiting)), [
    'incomplete true',
    'in-progress material.attach material.translate',
    'cancelled true',
  ])
  const review = await createRequestAt(a, 'for-review')
  assert.deepEqual(short(await moves(territory, review)), [
    'incomplete offline.there',
    'rejected true reason code',
    'approved offline.decide',
    'cancelled',
  ])
  const [, , approved] = await moves(vendor, review)
  assert.deepEqual(
    [approved!.may, approved!.detail, approved!.missing.map(({ who }) => who)],
    [
      false,
      'Only the owner, the territory or the studio can move it to approved.',
      ['the owner, the territory or the studio'],
    ],
  )
  await expectProblem(moves(translator, review), 404, 'work-request.not-found')
})

for (const status of [
  'incomplete',
  'awaiting-materials',
  'in-progress',
  'for-review',
  'rejected',
  'approved',
  'complete',
  'cancelled',
] as const) {
  test(`accepts and rejects moves of a request that is ${status} exactly as listed`, async (t) => {
    const { a, admin } = await loadFixtures(t)
    const id = await createRequestAt(a, status)
    // A vendor sees a work request once it is submitted.
    const vendor = ['incomplete', 'cancelled'].includes(status) ? [] : [a.people.vendor]
    for (const person of [a.people.territory, ...vendor, a.people.studio, admin]) {
      const listed = await moves(person, id)
      assert.deepEqual(
        listed.filter(({ may }) => may).map(({ to }) => to),
        (await readRequest(person, id)).$statuses,
      )
      for (const { to, detail } of listed.filter(({ may }) => !may)) {
        await assert.rejects(
          changeRequest(person, id, { status: to, reason: 'given', code: 'other' }),
          { message: detail },
        )
      }
      const needing = listed.filter(
        ({ may, needsReason, needsCode }) => may && (needsReason || needsCode),
      )
      for (const { to } of needing)
        await expectProblem(
          changeRequest(person, id, { status: to }),
          409,
          'work-request.move-not-allowed',
        )
    }
  })
}
