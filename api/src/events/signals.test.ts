// Everybody who sees a record hears that it changed, and nobody else.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openEventStream, type StreamReader } from '../../test/event-stream.ts'
import { EMBARGOED, loadEmbargoFixtures, setEmbargo } from '../../test/embargo-fixtures.ts'
import {
  OWN_SERVICE,
  loadFixtures,
  PASSWORD,
  type Fixtures,
  type TestUser,
} from '../../test/fixtures.ts'
import { createFrance } from '../../test/orders.ts'
import { assignAccepted, createVendor, firstVendor, orderFor } from '../../test/vendor-fixtures.ts'
import { uploadOffline } from '../../test/work-requests.ts'
import * as comments from '../comments/contract.ts'
import * as downloads from '../downloads/contract.ts'
import * as offlines from '../offlines/contract.ts'
import { changeProject } from '../projects/contract.ts'
import { inviteUser } from '../users/contract.ts'

async function serving({ app }: Pick<Fixtures, 'app'>): Promise<number> {
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  return (app.fastify.server.address() as AddressInfo).port
}

async function inviteColleague(
  { admin, a, signIn }: Fixtures,
  emailNormal: string,
  territory: string,
): Promise<TestUser> {
  await admin.call(inviteUser, {
    body: {
      emailNormal,
      name: 'Colleague',
      password: PASSWORD,
      roles: ['territory'],
      studios: [a.studio._id],
      territory,
    },
  })
  return signIn(emailNormal)
}

/** Everybody sees the project, so its change comes last in every stream. */
const markEnd = ({ a }: Fixtures) =>
  a.people.studio.call(changeProject, { params: { id: a.project._id }, body: { name: 'The end' } })

async function receivedUntilEnd(stream: StreamReader): Promise<string[]> {
  const received: string[] = []
  for (;;) {
    const message = await stream.next()
    const { type, _id } = message!.data!
    if (type === 'projects' || type === 'pch') return received
    received.push(message!.event === 'changed' ? `${String(type)} ${String(_id)}` : String(type))
  }
}

test('signals a change to everybody who sees the record, and to nobody else', async (t) => {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  const { admin, a, b, runJobs } = fixtures
  const [first, other] = [firstVendor(a), await createVendor(fixtures, a)]
  const colleague = await inviteColleague(fixtures, 'colleague@example.com', fixtures.territory._id)
  const france = await createFrance(admin)
  const foreign = await inviteColleague(fixtures, 'french@example.com', france._id)
  const { _id: id } = await orderFor(a)
  await assignAccepted(a, id, first)
  await runJobs()
  const port = await serving(fixtures)
  const open = (person: TestUser) => openEventStream(port, person)
  const [near, far, rival] = [await open(colleague), await open(foreign), await open(other.person)]
  const elsewhere = await open(b.people.studio)

  const { _id: offline } = await uploadOffline(a, id)
  const { _id } = await a.people.territory.call(offlines.createComment, {
    params: { id: offline },
    body: { text: 'Too loud', frame: 0 },
  })
  await a.people.territory.call(offlines.changeComment, {
    params: { id: offline, comment: _id },
    body: { resolved: true },
  })
  await a.people.territory.call(comments.createComment, {
    params: { id },
    body: { text: 'When?' },
  })
  await markEnd(fixtures)
  await runJobs()

  const upload = `assets ${a.asset._id}`
  assert.deepEqual(await receivedUntilEnd(near), [
    upload,
    `workrequests ${id}`,
    `comments ${id}`,
    `workrequests ${id}`,
    `comments ${id}`,
  ])
  assert.deepEqual(await receivedUntilEnd(far), [upload])
  assert.deepEqual(await receivedUntilEnd(rival), [])
  elsewhere.close()
  assert.equal(await elsewhere.next(), undefined)
  for (const stream of [near, far, rival]) stream.close()
})

test('does not signal changes of an embargoed file, nor downloads', async (t) => {
  const fixtures = await loadEmbargoFixtures(t, Buffer.from('secret text'))
  const { a, file, open, offline } = fixtures
  const colleague = await inviteColleague(fixtures, 'colleague@example.com', fixtures.territory._id)
  await setEmbargo(fixtures, EMBARGOED)
  await fixtures.runJobs()
  const port = await serving(fixtures)
  const stream = await openEventStream(port, colleague)
  await a.people.studio.call(offlines.createComment, {
    params: { id: offline },
    body: { text: 'A spoiler', frame: 0 },
  })
  await a.people.studio.call(downloads.startDownloads, { body: { files: [file, open] } })
  await markEnd(fixtures)
  await fixtures.runJobs()
  assert.deepEqual(await receivedUntilEnd(stream), [])
  stream.close()
})
