import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import * as users from '../users/contract.ts'
import * as studios from '../studios/contract.ts'

const PROXY = { TRUST_PROXY: '127.0.0.1' }
const setNetworks = ({ admin, a }: Fixtures, allowedNetworks: string[]) =>
  admin.call(studios.changeStudio, {
    params: { id: a.studio._id },
    body: { settings: { allowedNetworks } },
  })
async function visibleStudios({ app }: Fixtures, person: TestUser, address: string, path = '') {
  const response = await app.fastify.inject({
    url: `/api/studios${path}`,
    headers: {
      authorization: `Basic ${Buffer.from(`${person.email}:token-${person.token}`).toString('base64')}`,
      'x-forwarded-for': address,
    },
  })
  const body = response.json<studios.Studio[] | object>()
  return Array.isArray(body) ? body.map(({ slug }) => slug) : response.statusCode
}

test('closes a studio to callers outside its networks', async (t) => {
  const fixtures = await loadFixtures(t, PROXY)
  const { a, b, admin } = fixtures
  await setNetworks(fixtures, ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7'])
  const { vendor } = a.people
  for (const inside of ['192.0.2.9', '2001:db8:1::9', '::ffff:192.0.2.9', '198.51.100.7'])
    assert.deepEqual(await visibleStudios(fixtures, vendor, inside), ['studio-a'], inside)
  for (const outside of ['198.51.100.8', '192.0.3.1', '2001:db9::1', '::1', '127.0.0.1']) {
    assert.deepEqual(await visibleStudios(fixtures, vendor, outside), [], outside)
    assert.equal(await visibleStudios(fixtures, vendor, outside, `/${a.studio._id}`), 404)
  }
  assert.deepEqual(await visibleStudios(fixtures, b.people.vendor, '198.51.100.8'), ['studio-b'])
  assert.equal(((await visibleStudios(fixtures, admin, '198.51.100.8')) as string[]).length, 2)
})

test('keeps the other studios of a person', async (t) => {
  const fixtures = await loadFixtures(t, PROXY)
  const { a, b, admin } = fixtures
  await admin.call(users.changeUser, {
    params: { id: a.people.guest._id },
    body: { studios: [a.studio._id, b.studio._id] },
  })
  await setNetworks(fixtures, ['192.0.2.0/24'])
  assert.deepEqual(await visibleStudios(fixtures, a.people.guest, '198.51.100.8'), ['studio-b'])
})

test('ignores a forwarded address from a proxy that is not trusted', async (t) => {
  const fixtures = await loadFixtures(t)
  await setNetworks(fixtures, ['192.0.2.0/24'])
  assert.deepEqual(await visibleStudios(fixtures, fixtures.a.people.vendor, '192.0.2.9'), [])
})

test('rejects a list that excludes its author, and invalid networks', async (t) => {
  const { a } = await loadFixtures(t)
  const put = (allowedNetworks: string[]) =>
    a.people.studio.call(studios.changeStudio, {
      params: { id: a.studio._id },
      body: { settings: { allowedNetworks } },
    })
  await expectProblem(put(['192.0.2.0/24']), 422, 'networks.own-address-required')
  for (const network of [
    '',
    'x',
    '192.0.2.0/33',
    '192.0.2/24',
    '::/129',
    '1.2.3.4/8/8',
    '1.2.3.4/',
  ])
    await expectProblem(put(['127.0.0.1', network]), 422, 'body.invalid')
  assert.deepEqual((await put(['127.0.0.0/8'])).settings.allowedNetworks, ['127.0.0.0/8'])
  assert.deepEqual((await put([])).settings.allowedNetworks, [])
})
