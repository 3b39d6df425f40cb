import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { uploadFile } from '../../test/orders.ts'
import { GUEST, codeOf, openLink, shareWithGuest } from '../../test/share-fixtures.ts'
import { listEvents } from '../events/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { listOutbox } from '../outbox/contract.ts'
import { changeUser, inviteUser, listUsers } from '../users/contract.ts'
import { listDownloads } from '../downloads/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

test('sends each recipient their own link and stores only digests', async (t) => {
  const { a, admin, db, runJobs } = await loadFixtures(t)
  const { studio } = a.people
  const file = await uploadFile(studio, a)
  const share = await studio.call(contract.createShare, {
    body: {
      kind: 'files',
      files: [file._id, file._id],
      recipients: [
        { email: 'One@outside.example', name: 'One' },
        { email: 'two@outside.example' },
        { email: 'ONE@outside.example', name: 'One' },
      ],
    },
  })
  assert.equal(share.url, null)
  assert.deepEqual(
    share.recipients.map(({ email, name, opened, opens }) => [email, name, opened, opens]),
    [
      ['one@outside.example', 'One', null, 0],
      ['two@outside.example', '', null, 0],
    ],
  )
  assert.deepEqual(share.files, [{ _id: file._id, name: 'clip.mp4' }])
  assert.deepEqual(
    [share.$state, share.mayDownload, share.mayComment, share.mayDecide, share.hasPassphrase],
    ['active', true, false, false, false],
  )
  await runJobs()
  const mails = (await admin.call(listOutbox)).items.filter(({ subject }) =>
    subject.includes('shared files'),
  )
  assert.deepEqual(mails.map(({ to }) => to).toSorted(), [
    'one@outside.example',
    'two@outside.example',
  ])
  const { rows } = await sql<{ digest: string }>`select digest from share_recipient`.execute(db)
  assert.equal(new Set(rows.map(({ digest }) => digest)).size, 2)
  assert.ok(mails.every(({ text }) => !text.includes('http://app.test/s/null')))
})

test('refuses what cannot be shared and names each field', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio, vendor, territory, guest } = a.people
  const file = await uploadFile(vendor, a)
  const foreign = await uploadFile(b.people.vendor, b)
  const create = (body: contract.NewShare, by = studio) => by.call(contract.createShare, { body })
  await expectProblem(create({ kind: 'files', files: [foreign._id] }), 422, 'reference.not-found')
  await expectProblem(create({ kind: 'files', files: [] }), 422, 'share.empty')
  await expectProblem(create({ kind: 'delivery' }), 422, 'share.invalid')
  await expectProblem(
    create({ kind: 'preview', subject: 'f'.repeat(24) }),
    422,
    'reference.not-found',
  )
  await expectProblem(
    create({ kind: 'files', files: [file._id], mayComment: true, expires: 1 }),
    422,
    'share.invalid',
  )
  await expectProblem(create({ kind: 'files', files: [file._id], passphrase: 'short' }), 422)
  for (const by of [vendor, guest])
    await expectProblem(
      create({ kind: 'files', files: [file._id] }, by),
      403,
      'permission.required',
    )
  assert.equal((await create({ kind: 'files', files: [file._id] }, territory)).$state, 'active')
})

test('lists the own shares, and those of the studio with report.read', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio, territory, vendor } = a.people
  const file = await uploadFile(vendor, a)
  const create = (by: typeof studio) =>
    by.call(contract.createShare, { body: { kind: 'files', files: [file._id] } })
  const [first, second] = [await create(studio), await create(territory)]
  const idsOf = async (by: typeof studio, query = {}) =>
    (await by.call(contract.listShares, { query })).items.map(({ _id }) => _id)
  assert.deepEqual(await idsOf(studio), [second._id, first._id])
  assert.deepEqual(await idsOf(territory), [second._id])
  assert.deepEqual(await idsOf(b.people.studio), [])
  await studio.call(contract.revokeShare, { params: { id: first._id } })
  assert.deepEqual(await idsOf(studio, { state: 'revoked' }), [first._id])
  assert.deepEqual(await idsOf(studio, { state: 'active' }), [second._id])
  await expectProblem(
    territory.call(contract.getShare, { params: { id: first._id } }),
    404,
    'share.not-found',
  )
})

test('replaces a lost link, and the one before stops working', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const file = await uploadFile(studio, fixtures.a)
  const body: contract.NewShare = { kind: 'files', files: [file._id] }
  const mailed = await shareWithGuest(fixtures, studio, body)
  const recipient = mailed.share.recipients[0]!._id
  await studio.call(contract.sendShareLink, {
    params: { id: mailed.share._id },
    body: { recipient },
  })
  await expectProblem(openLink(fixtures, mailed.code), 404, 'share.not-found')
  await fixtures.runJobs()
  const open = await studio.call(contract.createShare, { body })
  const replaced = await studio.call(contract.sendShareLink, {
    params: { id: open._id },
    body: { recipient: open.recipients[0]!._id },
  })
  await expectProblem(openLink(fixtures, codeOf(open)), 404, 'share.not-found')
  assert.equal((await openLink(fixtures, codeOf(replaced))).share.files.length, 1)
})

test('shares the files that the person has put aside', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio } = a.people
  const file = await uploadFile(studio, a)
  await expectProblem(
    studio.call(contract.createShare, { body: { kind: 'files' } }),
    422,
    'share.empty',
  )
  const put = (shareQueue: unknown[]) =>
    studio.call(changeUser, { params: { id: studio._id }, body: { shareQueue } })
  await put([{ _id: file._id }])
  const share = await studio.call(contract.createShare, { body: { kind: 'files' } })
  assert.deepEqual(
    share.files.map(({ _id }) => _id),
    [file._id],
  )
  assert.deepEqual((await put([])).shareQueue, [])
})

test('tells the sharer about the first opening, and lists every opening with who and when', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, runJobs } = fixtures
  const { studio } = a.people
  const file = await uploadFile(studio, a)
  const { share, code } = await shareWithGuest(fixtures, studio, {
    kind: 'files',
    files: [file._id],
  })
  await openLink(fixtures, code)
  await openLink(fixtures, code)
  await runJobs()
  assert.deepEqual(
    (await studio.call(listEvents, { query: { type: 'shr,sho' } })).items.map(({ type }) => type),
    ['sho', 'shr'],
  )
  const { items } = await studio.call(listNotifications, { query: { type: 'sho' } })
  assert.deepEqual(
    items.map(({ title }) => title),
    [`${GUEST} opened a share link`],
  )
  const downloads = (await studio.call(listDownloads)).items
  assert.deepEqual(
    downloads.map(({ user, share: used, file: about }) => [user.emailNormal, used, about._id]),
    [1, 2].map(() => [GUEST, { _id: share._id, action: 'open' }, file._id]),
  )
  const [recipient] = (await studio.call(contract.getShare, { params: { id: share._id } }))
    .recipients
  assert.deepEqual([recipient!.opens, recipient!.opened !== null], [2, true])
})

test('a guest is no account until somebody invites them, and then keeps the history', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, admin, db } = fixtures
  const { studio } = a.people
  const file = await uploadFile(studio, a)
  const { code } = await shareWithGuest(fixtures, studio, { kind: 'files', files: [file._id] })
  await openLink(fixtures, code)
  const emails = async () =>
    (await admin.call(listUsers, { range: { first: 0, last: 99 } })).items.map(
      ({ emailNormal }) => emailNormal,
    )
  assert.ok(!(await emails()).includes(GUEST))
  const [before] = (await studio.call(listDownloads)).items
  const invited = await studio.call(inviteUser, {
    body: { emailNormal: GUEST, name: 'Press', studios: [a.studio._id], roles: ['guest'] },
  })
  assert.equal(invited._id, before!.user._id)
  assert.ok((await emails()).includes(GUEST))
  await expectProblem(
    studio.call(inviteUser, {
      body: { emailNormal: GUEST, name: 'Press', studios: [a.studio._id], roles: ['guest'] },
    }),
    409,
    'email.exists',
  )
  const { rows } = await sql`select from person where email = ${GUEST} and not guest`.execute(db)
  assert.equal(rows.length, 1)
})
