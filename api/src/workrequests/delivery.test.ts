import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  uploadOffline,
  changeRequest,
  orderWithoutMaterials,
  readRequest,
} from '../../test/work-requests.ts'
import { uploadFile } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import {
  filmProbe,
  filmSound,
  finishMediaStep,
  uploadMeasured,
  uploadUnmeasured,
} from '../../test/measured-films.ts'
import { loadFixtures, type StudioFixtures, type TestUser } from '../../test/fixtures.ts'
import { sendFile } from '../downloads/contract.ts'
import { getFile, receiveContent, registerFile } from '../files/contract.ts'
import { sql } from '../kernel/db/sql.ts'
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

const attach = (by: TestUser, id: string, ...files: string[]) =>
  changeRequest(by, id, { files: [{ name: 'Online', files }] })
const missingOf = async (by: TestUser, id: string) =>
  (await by.call(contract.listMoves, { params: { id } }))
    .find(({ to }) => to === 'complete')!
    .missing.map(({ message }) => message)

test('notifies recipients with an account and mails the others once', async (t) => {
  const { a, b, db, admin, runJobs } = await loadFixtures(t)
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
  const film = await uploadMeasured(db, a.people.vendor, a)
  assert.equal((await attach(a.people.vendor, id, film)).status, 'complete')
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
  const file = await uploadMeasured(db, a.people.vendor, a)
  await sql`update file set embargo_end = now() + interval '1 day' where id = ${file}`.execute(db)
  await attach(a.people.studio, id, file)
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

test('waits for the checks and completes when the last file is clean', async (t) => {
  const { a, db, admin, runJobs } = await loadFixtures(t)
  const { vendor } = a.people
  const id = await approved(a, { recipients: { Online: ['press@example.com'] } })
  const film = await uploadUnmeasured(vendor, a)
  const { _id: subtitles } = await vendor.call(registerFile, {
    body: { name: 'film.srt', asset: a.asset._id },
  })
  assert.equal((await attach(vendor, id, film, subtitles)).status, 'approved')
  assert.deepEqual(await missingOf(vendor, id), ['Finish the upload of 1 file', 'Checking 1 file'])
  await vendor.call(receiveContent, { params: { id: subtitles }, body: '1\n' })
  await finishMediaStep(db, { file: film, step: 'probe', measured: { probe: filmProbe() } })
  await runJobs()
  assert.deepEqual(await missingOf(vendor, id), ['Checking 1 file'], 'the sound may be silent')
  const { problem } = await expectProblem(
    changeRequest(vendor, id, { status: 'complete' }),
    409,
    'work-request.move-not-allowed',
  )
  assert.deepEqual(problem.missing, [
    {
      code: 'deliverable.checking',
      step: 'deliverable.checking',
      of: '1',
      message: 'Checking 1 file',
      who: 'the service',
    },
  ])
  const isMailed = async () =>
    (await admin.call(listOutbox)).items.some(({ to }) => to === 'press@example.com')
  assert.equal(await isMailed(), false)
  await finishMediaStep(db, { file: film, step: 'sound', measured: { sound: filmSound() } })
  await runJobs()
  assert.equal((await readRequest(vendor, id)).status, 'complete')
  assert.equal(await isMailed(), true)
})

test('completes after the upload of an attached file', async (t) => {
  const { a, runJobs } = await loadFixtures(t)
  const { vendor } = a.people
  const id = await approved(a, { uses: { items: ['Print'], details: {} } })
  const { _id: poster } = await vendor.call(registerFile, {
    body: { name: 'poster.pdf', asset: a.asset._id },
  })
  await changeRequest(vendor, id, { files: [{ name: 'Print', files: [poster] }] })
  await vendor.call(receiveContent, { params: { id: poster }, body: '%PDF-1.7 one sheet' })
  await runJobs()
  assert.equal((await readRequest(vendor, id)).status, 'complete')
})

test('does not take a text file or subtitles for a film', async (t) => {
  const { a, runJobs } = await loadFixtures(t)
  const { vendor } = a.people
  const id = await approved(a)
  const text = await uploadFile(vendor, a)
  const subtitles = await uploadFile(vendor, a, 'film.srt', '1')
  await attach(vendor, id, subtitles._id)
  assert.deepEqual(await missingOf(vendor, id), ['Attach a verified file for Online'])
  await attach(vendor, id, text._id, subtitles._id)
  await runJobs()
  assert.deepEqual(await missingOf(vendor, id), [
    'Replace the Online file that fails the delivery checks, or ask the studio to accept it',
  ])
  const { warnings } = await vendor.call(getFile, { params: { id: text._id } })
  assert.deepEqual(warnings.map(({ code, message }) => [code, message]).at(-1), [
    'delivery.media-kind',
    'This is a text file; Online requires a film.',
  ])
})

test('blocks completion by a failing file unless the studio gives a reason', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { vendor, studio } = a.people
  const id = await approved(a)
  const file = await uploadMeasured(db, vendor, a, { probe: filmProbe(128, 72) })
  assert.equal((await attach(vendor, id, file)).status, 'approved')
  for (const [by, reason] of [[vendor], [vendor, 'it is fine'], [studio]] as const) {
    const { problem } = await expectProblem(
      changeRequest(by, id, { status: 'complete', ...(reason && { reason }) }),
      409,
      'work-request.move-not-allowed',
    )
    assert.deepEqual(
      (problem.missing as { code: string }[]).map(({ code }) => code),
      ['lint'],
    )
  }
  const reason = 'The client takes it as it is.'
  assert.equal((await changeRequest(studio, id, { status: 'complete', reason })).status, 'complete')
  const { history } = await readRequest(studio, id)
  assert.equal(history.at(-1)!.reason, reason)
})

test('counts embargoed files without naming them', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { vendor, studio } = a.people
  const id = await approved(a)
  const [good, bad] = [
    await uploadMeasured(db, vendor, a),
    await uploadMeasured(db, vendor, a, { probe: filmProbe(128, 72) }),
  ]
  await attach(vendor, id, good, bad)
  await sql`update file set embargo_end = now() + interval '1 day' where id = ${bad}`.execute(db)
  const { problem } = await expectProblem(
    changeRequest(vendor, id, { status: 'complete' }),
    409,
    'work-request.move-not-allowed',
  )
  assert.deepEqual(
    (problem.missing as { message: string }[]).map(({ message }) => message),
    ['Ask the studio to complete this work request'],
  )
  await attach(studio, id, good)
  assert.equal((await readRequest(vendor, id)).status, 'complete')
})

test('sends no delivery mail for a request that was reopened at once', async (t) => {
  const { a, db, admin, runJobs } = await loadFixtures(t)
  const id = await approved(a, { recipients: { Online: ['press@example.com'] } })
  await attach(a.people.vendor, id, await uploadMeasured(db, a.people.vendor, a))
  await changeRequest(admin, id, { status: 'in-progress', reason: 'The wrong version' })
  await runJobs()
  assert.ok(!(await admin.call(listOutbox)).items.some(({ to }) => to === 'press@example.com'))
})
