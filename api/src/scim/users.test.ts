import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { PASSWORD } from '../../test/fixtures.ts'
import {
  DOMAIN,
  createScimClient,
  loadScimFixtures,
  newUser,
  patch,
} from '../../test/scim-fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as studios from '../studios/contract.ts'
import * as users from '../users/contract.ts'

const filtered = (text: string) => `/Users?filter=${encodeURIComponent(text)}`

test('creates a user with 201, its location and the default role of the provider', async (t) => {
  const { send, a, admin } = await loadScimFixtures(t)
  const { status, type, location, body } = await send('POST', '/Users', newUser('ada'))
  assert.deepEqual([status, type], [201, 'application/scim+json; charset=utf-8'])
  assert.equal(location, `http://reelay.test/api/scim/v2/Users/${body.id}`)
  const { id, meta, ...rest } = body
  assert.deepEqual(rest, {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    externalId: 'ext-ada',
    userName: `ada@${DOMAIN}`,
    displayName: 'ada Lovelace',
    name: { formatted: 'ada Lovelace', givenName: 'ada', familyName: 'Lovelace' },
    emails: [{ value: `ada@${DOMAIN}`, type: 'work', primary: true }],
    active: true,
    roles: [{ value: 'vendor' }],
    groups: [],
  })
  assert.match(JSON.stringify(meta), /"created":"\d{4}-\d\d-\d\dT/)
  const user = await admin.call(users.getUser, { params: { id } })
  assert.deepEqual([user.roles, user.studios], [['vendor'], [a.studio._id]])
  assert.deepEqual((await send('GET', `/Users/${id}`)).body, body)
})

test('rejects a second user with the same name or email with 409 uniqueness', async (t) => {
  const { send } = await loadScimFixtures(t)
  await send('POST', '/Users', newUser('ada'))
  for (const again of [newUser('ada'), newUser('ada', { userName: `ADA@${DOMAIN}` })]) {
    const { status, body } = await send('POST', '/Users', again)
    assert.deepEqual([status, body.scimType], [409, 'uniqueness'])
    assert.deepEqual(body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error'])
  }
})

test('finds users with eq filters, without case in names', async (t) => {
  const { send } = await loadScimFixtures(t)
  const { body } = await send('POST', '/Users', newUser('ada'))
  await send('POST', '/Users', newUser('bo'))
  for (const filter of [
    `userName eq "ada@${DOMAIN}"`,
    `USERNAME EQ "ADA@${DOMAIN}"`,
    'externalId eq "ext-ada"',
    `id eq "${body.id}"`,
    `emails.value eq "ada@${DOMAIN}"`,
    `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ada@${DOMAIN}" and active eq true`,
  ]) {
    const response = await send('GET', filtered(filter))
    assert.deepEqual(
      response.body.Resources.map(({ id }) => id),
      [body.id],
      filter,
    )
  }
  assert.equal((await send('GET', filtered('userName eq "nobody"'))).body.totalResults, 0)
  for (const filter of ['userName co "a"', 'userName eq', 'password eq "x"', 'x', '(id eq "1")']) {
    const { status, body: error } = await send('GET', filtered(filter))
    assert.deepEqual([status, error.scimType], [400, 'invalidFilter'], filter)
  }
})

test('lists in pages that neither repeat nor skip a user', async (t) => {
  const { send } = await loadScimFixtures(t)
  const total = (await send('GET', '/Users')).body.totalResults
  assert.equal(total, 6, 'the members of the studio')
  const seen: string[] = []
  for (let startIndex = 1; startIndex <= total; startIndex += 4) {
    const { body } = await send('GET', `/Users?startIndex=${startIndex}&count=4`)
    assert.deepEqual(
      [body.startIndex, body.itemsPerPage],
      [startIndex, Math.min(4, total - startIndex + 1)],
    )
    seen.push(...body.Resources.map(({ id }) => id))
  }
  assert.equal(new Set(seen).size, total)
  assert.deepEqual((await send('GET', '/Users?count=0')).body.Resources, [])
  assert.equal((await send('GET', '/Users?startIndex=-5&count=1')).body.startIndex, 1)
})

test('patches as Entra ID and Okta do', async (t) => {
  const { send } = await loadScimFixtures(t)
  const { id } = (await send('POST', '/Users', newUser('ada'))).body
  const path = `/Users/${id}`
  const changed = await send(
    'PATCH',
    path,
    patch(
      { op: 'Replace', path: 'displayName', value: 'Ada King' },
      { op: 'Add', path: 'externalId', value: 'new' },
      { op: 'replace', path: 'name.familyName', value: 'King' },
      { op: 'replace', path: 'emails[type eq "work"].value', value: `king@${DOMAIN}` },
      { op: 'add', path: 'roles', value: [{ value: 'translator' }, { value: 'admin' }] },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'x',
      },
    ),
  )
  assert.equal(changed.status, 200)
  assert.deepEqual(
    [changed.body.displayName, changed.body.externalId, changed.body.roles],
    ['Ada King', 'new', [{ value: 'translator' }]],
  )
  assert.match(JSON.stringify(changed.body.emails), /king@/)
  assert.match(JSON.stringify(changed.body.name), /"familyName":"King"/)
  const okta = await send('PATCH', path, patch({ op: 'replace', value: { active: false } }))
  assert.equal(okta.body.active, false)
  const entra = await send('PATCH', path, patch({ op: 'Replace', path: 'active', value: 'True' }))
  assert.equal(entra.body.active, true)
  const removed = await send('PATCH', path, patch({ op: 'remove', path: 'externalId' }))
  assert.equal(removed.body.externalId, undefined)
  for (const operation of [
    { op: 'replace', path: 'shoeSize', value: 1 },
    { op: 'explode', path: 'active', value: true },
    { op: 'remove' },
    { op: 'replace', path: 'active', value: 'maybe' },
  ])
    assert.equal((await send('PATCH', path, patch(operation))).status, 400)
})

test('replaces a user and rejects a body that is not a user', async (t) => {
  const { send } = await loadScimFixtures(t)
  const { id } = (await send('POST', '/Users', newUser('ada'))).body
  const replaced = await send('PUT', `/Users/${id}`, {
    userName: `ada@${DOMAIN}`,
    displayName: 'Ada',
  })
  assert.deepEqual(
    [replaced.status, replaced.body.displayName, replaced.body.externalId],
    [200, 'Ada', undefined],
  )
  for (const body of [{}, [], 'null', { userName: 5 }, { userName: 'no-email' }, '{'])
    assert.equal((await send('PUT', `/Users/${id}`, body)).status, 400, JSON.stringify(body))
  assert.equal((await send('POST', '/Users', 'x', { 'content-type': 'text/plain' })).status, 415)
  for (const method of ['GET', 'DELETE'] as const)
    assert.equal((await send(method, `/Users/${'f'.repeat(24)}`)).status, 404)
})

test('removes the membership and the tokens of a deactivated person', async (t) => {
  const fixtures = await loadScimFixtures(t)
  const { send, a, as } = fixtures
  const { vendor } = a.people
  const off = await send(
    'PATCH',
    `/Users/${vendor._id}`,
    patch({ op: 'replace', path: 'active', value: false }),
  )
  assert.deepEqual([off.status, off.body.active], [200, false])
  await expectProblem(vendor.call(studios.listStudios), 401)
  const { rows } = await sql`select from membership where person_id = ${vendor._id}
    union all select from group_person where person_id = ${vendor._id}`.execute(fixtures.db)
  assert.equal(rows.length, 0)
  await send('PATCH', `/Users/${vendor._id}`, patch({ op: 'replace', value: { active: true } }))
  const again = await fixtures.signIn(vendor.email, PASSWORD)
  assert.equal((await as(again).call(studios.listStudios)).total, 1)
  assert.equal((await send('DELETE', `/Users/${vendor._id}`)).status, 204)
  await expectProblem(again.call(studios.listStudios), 401)
  assert.equal((await send('GET', `/Users/${vendor._id}`)).status, 404)
})

test('leaves the tokens and the account of a person with another studio alone', async (t) => {
  const fixtures = await loadScimFixtures(t)
  const { send, a, b, admin } = fixtures
  const { guest } = a.people
  await admin.call(users.changeUser, {
    params: { id: guest._id },
    body: { studios: [a.studio._id, b.studio._id] },
  })
  const renamed = await send(
    'PATCH',
    `/Users/${guest._id}`,
    patch({ op: 'replace', path: 'displayName', value: 'Mine' }),
  )
  assert.equal(renamed.body.displayName, 'guest a', 'the name belongs to the account')
  const moved = await send(
    'PATCH',
    `/Users/${guest._id}`,
    patch({ op: 'replace', path: 'emails[type eq "work"].value', value: `x@${DOMAIN}` }),
  )
  assert.deepEqual([moved.status, moved.body.scimType], [400, 'mutability'])
  await send('DELETE', `/Users/${guest._id}`)
  const { items } = await guest.call(studios.listStudios)
  assert.deepEqual(
    items.map(({ _id }) => _id),
    [b.studio._id],
  )
})

test('adds an account of another studio only through a verified domain', async (t) => {
  const fixtures = await loadScimFixtures(t)
  const { send, a, b, admin, db } = fixtures
  const foreign = await send(
    'POST',
    '/Users',
    newUser('x', { emails: [{ value: b.people.guest.email }] }),
  )
  assert.deepEqual([foreign.status, foreign.body.scimType], [400, 'invalidValue'])
  await sql`update person set email = ${`guest-b@${DOMAIN}`}
    where id = ${b.people.guest._id}`.execute(db)
  const added = await send('POST', '/Users', newUser('guest-b'))
  assert.deepEqual([added.status, added.body.id], [201, b.people.guest._id])
  assert.equal(added.body.displayName, 'guest b')
  const user = await admin.call(users.getUser, { params: { id: b.people.guest._id } })
  assert.deepEqual(user.studios.toSorted(), [a.studio._id, b.studio._id].toSorted())
  await sql`update identity_domain set verified_at = null`.execute(db)
  assert.equal((await send('POST', '/Users', newUser('new'))).status, 400)
})

test('sees only its own studio', async (t) => {
  const fixtures = await loadScimFixtures(t)
  const { send, a, b } = fixtures
  const other = await createScimClient(fixtures, b)
  for (const [client, foreign] of [
    [send, b.people.guest],
    [other, a.people.guest],
  ] as const) {
    const path = `/Users/${foreign._id}`
    assert.equal((await client('GET', path)).status, 404)
    assert.equal(
      (await client('PATCH', path, patch({ op: 'replace', value: { active: false } }))).status,
      404,
    )
    assert.equal((await client('DELETE', path)).status, 404)
    assert.equal(
      (await client('GET', filtered(`userName eq "${foreign.email}"`))).body.totalResults,
      0,
    )
  }
})

test('records each change in the audit log of the studio', async (t) => {
  const { send, a, db } = await loadScimFixtures(t)
  const { id } = (await send('POST', '/Users', newUser('ada'))).body
  await send('POST', '/Users', newUser('ada'))
  await send('DELETE', `/Users/${id}`)
  const { rows } = await sql<{ action: string; about_id: string; studios: string[] }>`
    select action, about_id, studios from audit where about_kind = 'scim' order by number`.execute(
    db,
  )
  assert.deepEqual(rows, [
    { action: 'POST /scim/v2/Users', about_id: id, studios: [a.studio._id] },
    { action: 'DELETE /scim/v2/Users/:id', about_id: id, studios: [a.studio._id] },
  ])
})

test('refuses unknown query parameters in the form of SCIM', async (t) => {
  const { send } = await loadScimFixtures(t)
  for (const path of ['/Users', '/Groups', '/Schemas', '/ServiceProviderConfig']) {
    const { status, type, body } = await send('GET', `${path}?colour=red`)
    assert.deepEqual([status, body.status, body.scimType], [400, '400', 'invalidValue'], path)
    assert.match(type, /^application\/scim\+json/)
    assert.match(String(body.detail), /colour/)
  }
  assert.equal((await send('POST', '/Users?colour=red', newUser('ada'))).status, 400)
  assert.equal(
    (await send('GET', '/Users')).body.totalResults,
    (await send('GET', '/Users?startIndex=1&count=0&sortBy=userName&attributes=userName')).body
      .totalResults,
  )
  // Entra ID adds it to the address of the service.
  assert.equal((await send('GET', '/Users?aadOptscim062020')).status, 200)
})
