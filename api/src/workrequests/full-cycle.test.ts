import type { NewLine } from '../lines/contract.ts'
import { listEvents } from '../events/contract.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listNotifications } from '../notifications/contract.ts'
import { decideOffline } from '../offlines/contract.ts'
import { changeTranslation, translationLines } from '../translations/contract.ts'
import { uploadFile, newOrder } from '../../test/orders.ts'
import { uploadOffline, changeRequest, readRequest } from '../../test/work-requests.ts'
import { uploadMeasured } from '../../test/measured-films.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const LINES: NewLine[] = [
  { number: 1, text: 'Hallo', startTime: '00:00:01,000', stopTime: '00:00:02,000' },
]

const eventTypes = async (by: TestUser) =>
  (await by.call(listEvents, { range: { first: 0, last: 99 } })).items
    .map(({ type }) => type)
    .filter((type) => type.startsWith('w'))
    .toSorted()

test('walks a request from draft to delivery', async (t) => {
  const { a, db, runJobs } = await loadFixtures(t)
  const { territory, vendor, studio } = a.people
  const { _id: id, translation } = await territory.call(contract.createWorkRequest, {
    body: newOrder(a),
  })
  assert.equal(
    (await changeRequest(territory, id, { status: 'submitted' })).status,
    'awaiting-materials',
  )
  await completeMaterials({ a, runJobs }, id, translation._id)
  await reviewAndApprove(a, id, translation._id)
  const done = await changeRequest(vendor, id, {
    files: [{ name: 'Online', files: [await uploadMeasured(db, vendor, a)] }],
  })
  assert.deepEqual([done.status, done.$statuses], ['complete', []])
  assert.deepEqual(
    done.history.map(({ status, user }) => `${status} ${user.name}`),
    [
      'incomplete territory a',
      'submitted territory a',
      'awaiting-materials territory a',
      'in-progress territory a',
      'for-review vendor a',
      'approved territory a',
      'complete vendor a',
    ],
  )
  assert.deepEqual(
    done.history.filter(({ automatic }) => automatic).map(({ status, cause }) => [status, cause]),
    [
      ['awaiting-materials', 'materials-open'],
      ['in-progress', 'materials-complete'],
      ['complete', 'checks-passed'],
    ],
  )
  await runJobs()
  const notified = (await vendor.call(listNotifications, { query: { type: 'wco' } })).items
  assert.deepEqual(
    notified.map(({ title, event }) => [title, event.automatic]),
    [
      [
        'A work request is complete (automatic, after the last file passed its checks)',
        { cause: 'checks-passed' },
      ],
    ],
    'the uploader is details too',
  )
  assert.deepEqual(await eventTypes(studio), [
    'wam',
    'wap',
    'wch',
    'wch',
    'wch',
    'wco',
    'wip',
    'wrv',
    'wsu',
  ])
})

async function completeMaterials(
  { a, runJobs }: Pick<Fixtures, 'a' | 'runJobs'>,
  id: string,
  translation: string,
) {
  const { territory, vendor, translator } = a.people
  await vendor.call(changeTranslation, {
    params: { id: translation },
    body: { translator: translator._id },
  })
  await translator.call(translationLines.put, { params: { id: translation }, body: LINES })
  await translator.call(changeTranslation, {
    params: { id: translation },
    body: { status: 'submitted' },
  })
  await runJobs()
  assert.deepEqual(
    (await readRequest(vendor, id)).materials.map(({ name, complete, approved }) => [
      name,
      complete,
      approved,
    ]),
    [
      ['Graphics', false, false],
      ['Subtitled', true, false],
    ],
  )
  const graphics = {
    name: 'Graphics',
    complete: true,
    approved: false,
    files: [(await uploadFile(vendor, a, 'graphics.psd'))._id],
  }
  assert.equal(
    (await changeRequest(vendor, id, { materials: [graphics] })).status,
    'awaiting-materials',
    'the workflow requires approved graphics',
  )
  assert.equal(
    (await changeRequest(territory, id, { materials: [{ ...graphics, approved: true }] })).status,
    'in-progress',
  )
}

async function reviewAndApprove(a: Fixtures['a'], id: string, translation: string) {
  const { territory, vendor } = a.people
  const offline = await uploadOffline(a, id)
  assert.equal((await changeRequest(vendor, id, { status: 'for-review' })).status, 'for-review')
  await territory.call(decideOffline, {
    params: { id: offline._id },
    body: { decision: 'approved' },
  })
  const error = await expectProblem(
    changeRequest(territory, id, { status: 'approved' }),
    409,
    'work-request.move-not-allowed',
  )
  assert.deepEqual(
    (error.problem.missing as { code: string }[]).map(({ code }) => code),
    ['translation'],
  )
  await territory.call(changeTranslation, {
    params: { id: translation },
    body: { status: 'approved' },
  })
  assert.equal((await changeRequest(territory, id, { status: 'approved' })).status, 'approved')
}
