import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as groups from '../groups/contract.ts'
import { GROUP, loadScimFixtures, patch, scimClient } from '../../test/scim-fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

test('creates, finds, changes and removes a group', async (t) => {
  const { send, a } = await loadScimFixtures(t)
  const { guest, vendor, translator } = a.people
  const created = await send('POST', '/Groups', {
    schemas: [GROUP],
    displayName: 'Reviewers',
    externalId: 'g-1',
    members: [{ value: guest._id }],
  })
  assert.equal(created.status, 201)
  const { id } = created.body
  assert.equal(created.location, `http://reelay.test/api/scim/v2/Groups/${id}`)
  const response = await send('GET', '/Groups?filter=displayName%20eq%20%22reviewers%22')
  assert.deepEqual(response.body.Resources, [created.body])
  const members = async () =>
    ((await send('GET', `/Groups/${id}`)).body.members as { value: string }[])
      .map(({ value }) => value)
      .toSorted()
  const change = (...operations: object[]) => send('PATCH', `/Groups/${id}`, patch(...operations))
  await change({ op: 'add', path: 'members', value: [{ value: vendor._id }, { value: guest._id }] })
  assert.deepEqual(await members(), [guest._id, vendor._id].toSorted())
  await change({ op: 'remove', path: `members[value eq "${guest._id}"]` })
  assert.deepEqual(await members(), [vendor._id])
  await change({ op: 'Remove', path: 'members', value: [{ value: vendor._id }] })
  assert.deepEqual(await members(), [])
  await change(
    { op: 'replace', path: 'members', value: [{ value: translator._id }] },
    { op: 'replace', value: { id, displayName: 'Translators' } },
  )
  assert.deepEqual(await members(), [translator._id])
  const seen = await a.people.studio.call(groups.getGroup, { params: { id } })
  assert.deepEqual(
    [seen.name, seen.studios, seen.users],
    ['Translators', [a.studio._id], [translator._id]],
  )
  const replaced = await send('PUT', `/Groups/${id}?excludedAttributes=members`, {
    displayName: 'Empty',
  })
  assert.deepEqual([replaced.body.displayName, replaced.body.members], ['Empty', undefined])
  assert.deepEqual(await members(), [])
  assert.equal((await send('DELETE', `/Groups/${id}`)).status, 204)
  assert.equal((await send('GET', `/Groups/${id}`)).status, 404)
})

test('accepts only people of the studio and groups of only this studio', async (t) => {
  const { send, a, b, admin } = await loadScimFixtures(t)
  const add = (id: string, person: string) =>
    send(
      'PATCH',
      `/Groups/${id}`,
      patch({ op: 'add', path: 'members', value: [{ value: person }] }),
    )
  assert.equal((await add(a.vendors._id, b.people.guest._id)).status, 400)
  assert.equal((await add(a.vendors._id, 'f'.repeat(24))).status, 400)
  const shared = await admin.call(groups.createGroup, {
    body: { name: 'Both', type: 'v', studios: [a.studio._id, b.studio._id], users: [] },
  })
  for (const id of [shared._id, b.vendors._id]) {
    assert.equal((await add(id, a.people.guest._id)).status, 404)
    assert.equal((await send('DELETE', `/Groups/${id}`)).status, 404)
  }
  for (const body of [{}, { displayName: '' }, { displayName: 'x', members: [{ value: 'x' }] }])
    assert.equal((await send('POST', '/Groups', body)).status, 400)
})

test('describes what it supports', async (t) => {
  const { send } = await loadScimFixtures(t)
  const { body } = await send('GET', '/ServiceProviderConfig')
  assert.deepEqual(
    [body.patch, body.filter, body.bulk],
    [
      { supported: true },
      { supported: true, maxResults: 200 },
      { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    ],
  )
  for (const path of ['/ResourceTypes', '/Schemas']) {
    const list = await send('GET', path)
    assert.equal(list.body.totalResults, 2)
    for (const { id } of list.body.Resources)
      assert.equal((await send('GET', `${path}/${id}`)).body.id, id)
    assert.equal((await send('GET', `${path}/Nothing`)).status, 404)
  }
})

test('accepts the token of the studio only, which is stored hashed and replaced', async (t) => {
  const fixtures = await loadScimFixtures(t, { TRUST_PROXY: '127.0.0.1' })
  const { a, db, send, admin } = fixtures
  const params = { id: a.studio._id }
  assert.equal((await send('GET', '/Users')).status, 200)
  const created = await a.people.studio.call(contract.createScimToken, { params })
  assert.equal(created.url, 'http://reelay.test/api/scim/v2')
  assert.equal((await send('GET', '/Users')).status, 401, 'the previous token')
  const { rows } = await sql<{ digest: string }>`select digest from scim_token`.execute(db)
  assert.ok(!rows.some(({ digest }) => digest.includes(created.token)))
  const next = scimClient(fixtures, created.token)
  assert.equal((await next('GET', '/Users')).status, 200)
  assert.ok((await a.people.studio.call(contract.getScimToken, { params })).used)
  assert.equal((await scimClient(fixtures, admin.token)('GET', '/Users')).status, 401)
  await sql`update studio set settings = settings || '{"allowedNetworks": ["192.0.2.0/24"]}'
    where id = ${a.studio._id}`.execute(db)
  assert.equal((await next('GET', '/Users')).status, 401, 'outside the networks of the studio')
  const inside = { 'x-forwarded-for': '192.0.2.1' }
  assert.equal((await next('GET', '/Users', undefined, inside)).status, 200)
  await admin.call(contract.removeScimToken, { params })
  assert.equal((await next('GET', '/Users', undefined, inside)).status, 401)
})
