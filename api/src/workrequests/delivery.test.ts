import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import {
  uploadOffline,
  changeRequest,
  orderWithoutMaterials,
  readRequest,
} from '../../test/work-requests.ts'
import { uploadFile } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type StudioFixtures } from '../../test/fixtures.ts'
import { sendFile } from '../downloads/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { decideOffline } from '../offlines/contract.ts'
import { listOutbox } from '../outbox/contract.ts'
import * as contract from './contract.ts'

/** A work request with an approved offline. Only the files are missing. */
async function approved(
  side: StudioFixtures,
  more: Partial<contract.NewWorkRequest> = {},
): Promise<string> {
  const { territory, vendor } = side.people
  const { _id: id } = await territory.call(contract.createWorkRequest, {
    body: orderWithoutMaterials(side, { status: 'submitted', ...more }),
  })
  const offline = await uploadOffline(side, id)
  await changeRequest(vendor, id, { status: 'for-review' })
  await territory.call(decideOffline, {
    params: { id: offline._id },
    body: { decision: 'approved' },
  })
  await changeRequest(territory, id, { status: 'approved' })
  return id
}

const deliver = async (side: StudioFixtures, id: string) =>
  changeRequest(side.people.vendor, id, {
    files: [{ name: 'Online', files: [(await uploadFile(side.people.vendor, side))._id] }],
  })

test('notifies recipients with an account and mails the others once', async (t) => {
  const { a, b, admin, runJobs } = await loadFixtures(t)
  const { studio, guest } = a.people
  const id = await approved(a, {
    recipients: {
      Online: [
        studio._id,
        'press@example.com',
        { email: 'Press@Example.com', name: 'Press' },
        guest.email,
        b.people.studio._id,
        'somebody',
        7,
      ],
      Broadcast: ['tv@example.com'],
    },
  })
  assert.equal((await deliver(a, id)).status, 'complete')
  await runJobs()
  const notifications = (await studio.call(listNotifications, { query: { type: 'wco' } })).items
  assert.equal(notifications.length, 1)
  const mails = (await admin.call(listOutbox)).items.filter(({ subject }) =>
    subject.includes('is ready'),
  )
  assert.deepEqual(
    mails.map(({ to }) => to).toSorted(),
    [guest.email, 'press@example.com'].toSorted(),
    'a guest has an account but cannot see the order',
  )
  assert.ok(
    mails.every(
      ({ text }) =>
        text.includes('http://app.test/s/') &&
        text.includes('Project-a_Trailer-a_DE_deu_Online_1080p_v1.mp4') &&
        !text.includes('signature'),
    ),
  )
})

test('does not name embargoed files in the delivery mail', async (t) => {
  const { a, db, admin, runJobs } = await loadFixtures(t)
  const id = await approved(a, { recipients: { Online: ['press@example.com'] } })
  const file = await uploadFile(a.people.vendor, a)
  await sql`update file set embargo_end = now() + interval '1 day' where id = ${file._id}`.execute(
    db,
  )
  await changeRequest(a.people.studio, id, { files: [{ name: 'Online', files: [file._id] }] })
  await runJobs()
  const mail = (await admin.call(listOutbox)).items.find(({ to }) => to === 'press@example.com')
  assert.ok(mail)
  assert.doesNotMatch(`${mail.subject} ${mail.text}`, /Trailer|Project/)
})

test('offers an attached file under its delivery name and keeps the original name', async (t) => {
  const { a } = await loadFixtures(t)
  const { vendor } = a.people
  const id = await approved(a, {
    uses: {
      items: ['Online'],
      details: {
        Online: [
          { value: '1080p', ship: false },
          { value: 'Square 1080p', ship: false },
        ],
      },
    },
  })
  const wide = await uploadFile(vendor, a, 'final FINAL.mov', '1')
  const square = await uploadFile(vendor, a, 'sq.mov', '2')
  const notes = await uploadFile(vendor, a, 'notes.txt', '3')
  await changeRequest(vendor, id, {
    files: [
      { name: 'Notes', files: [notes._id] },
      { name: 'Online', files: [wide._id, square._id] },
    ],
  })
  const offered = async (file: string) =>
    /filename="([^"]*)"/.exec(
      (await vendor.send(sendFile, { params: { id: file } })).headers.get('content-disposition')!,
    )![1]
  assert.equal(await offered(wide._id), 'Project-a_Trailer-a_DE_deu_Online_1080p_v1.mov')
  assert.equal(await offered(square._id), 'Project-a_Trailer-a_DE_deu_Online_Square-1080p_v1.mov')
  assert.equal(await offered(notes._id), 'notes.txt')
  assert.equal(wide.name, 'final FINAL.mov')
})

test('blocks completion by a failing file unless the studio gives a reason', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { vendor, studio } = a.people
  const id = await approved(a)
  const file = await uploadFile(vendor, a)
  const warnings = [
    { code: 'delivery.raster', severity: 'error', message: 'The picture is too small.' },
  ]
  await sql`
    update file set warnings = ${JSON.stringify(warnings)}::jsonb where id = ${file._id}`.execute(
    db,
  )
  assert.equal(
    (await changeRequest(vendor, id, { files: [{ name: 'Online', files: [file._id] }] })).status,
    'approved',
  )
  for (const body of [
    { status: 'complete' as const },
    { status: 'complete' as const, reason: 'it is fine' },
  ]) {
    const error = await expectProblem(
      changeRequest(vendor, id, body),
      409,
      'workrequest.move-refused',
    )
    assert.deepEqual(
      (error.problem.missing as { code: string }[]).map(({ code }) => code),
      ['lint'],
    )
  }
  await expectProblem(
    changeRequest(studio, id, { status: 'complete' }),
    409,
    'workrequest.move-refused',
  )
  assert.equal(
    (
      await changeRequest(studio, id, {
        status: 'complete',
        reason: 'The client takes it as it is.',
      })
    ).status,
    'complete',
  )
  const { history } = await readRequest(studio, id)
  assert.equal(history.at(-1)!.reason, 'The client takes it as it is.')
})
