import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { uploadFile } from '../../test/orders.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { signPath } from '../kernel/http/auth/signed-link.ts'
import * as sessions from '../sessions/contract.ts'
import * as contract from './contract.ts'

const HOUR = 3600

async function setup(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const file = await uploadFile(fixtures.a.people.studio, fixtures.a)
  const link = async ({ call }: TestUser) =>
    (await call(contract.startDownloads, { body: { files: [file._id] } }))[0]!.url
  const open = async (url: string) => (await rawRequest(fixtures, url)).statusCode
  return { ...fixtures, file, link, open }
}

test('closes the links of a session when it signs out, and only those', async (t) => {
  const { a, signIn, link, open } = await setup(t)
  const { vendor } = a.people
  const [session, otherSession] = [await signIn(vendor.email), await signIn(vendor.email)]
  const [first, second] = [await link(session), await link(otherSession)]
  assert.deepEqual([await open(first), await open(second)], [200, 200])
  await session.call(sessions.closeSession)
  assert.deepEqual([await open(first), await open(second)], [403, 200])
  await otherSession.call(sessions.regenerate)
  assert.equal(await open(second), 403)
})

test('signs and checks links with the clock of the database', async (t) => {
  const { a, app, file, link, open } = await setup(t)
  const { vendor } = a.people
  const now = Math.floor(Date.now() / 1000)
  const [{ _id: token }] = (await vendor.call(sessions.listTokens)).items as [sessions.Token]
  const signedAt = (seconds: number) =>
    signPath(app.keys, `/api/files/${file._id}/content`, { person: vendor._id, token }, seconds)
  for (const wrong of [-HOUR, HOUR]) {
    t.mock.timers.enable({ apis: ['Date'], now: (now + wrong) * 1000 })
    const url = await link(vendor)
    const expires = Number(new URL(url).searchParams.get('expires'))
    assert.ok(Math.abs(expires - now - 300) < 60, `${expires - now}`)
    assert.deepEqual(
      [await open(url), await open(signedAt(now)), await open(signedAt(now - 301))],
      [200, 200, 403],
    )
    t.mock.timers.reset()
  }
})
