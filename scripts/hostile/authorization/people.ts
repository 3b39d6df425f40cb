// Cases 24 to 28 and 39: people who change grants, or other people.
import assert from 'node:assert/strict'
import type { TestUser } from '../../../api/test/fixtures.ts'
import type { Installation } from '../tools/installation.ts'
import { readAsAdmin } from '../tools/records.ts'
import { expectStatus, parse, send, signInAgain } from '../tools/request.ts'

type Attempt = { on: Installation; by: TestUser; target: TestUser; body: object }

/** Sends the change and expects one of the statuses and an unchanged record. */
async function expectRefused({ on, by, target, body }: Attempt, ...statuses: number[]) {
  const before = await readAsAdmin(on, `users/${target._id}`)
  const reply = await send(on, `/api/session/${target._id}`, { method: 'PUT', by, body })
  expectStatus(reply, ...statuses)
  assert.deepEqual(await readAsAdmin(on, `users/${target._id}`), before, JSON.stringify(body))
  return reply
}

export async function ownRoles(on: Installation): Promise<string> {
  const { vendor } = on.a.people
  await expectRefused({ on, by: vendor, target: vendor, body: { roles: ['admin'] } }, 403)
  return '403, unchanged'
}

export async function ownGrants(on: Installation): Promise<string> {
  const vendor = await signInAgain(on, on.a.people.vendor)
  const bodies = [
    { permissions: ['embargo.bypass'] },
    { groups: [on.b.vendors._id] },
    { groups: [] },
    { studios: [on.a.studio._id, on.b.studio._id] },
    { memberships: [{ studio: on.b.studio._id, roles: ['studio'] }] },
    { status: { approved: false } },
    { flags: ['staff'] },
    { emailNormal: 'somebody-else@example.com' },
  ]
  for (const body of bodies)
    await expectRefused({ on, by: vendor, target: vendor, body }, 401, 403, 404, 422)
  const { territory } = on.a.people
  const path = `/api/session/${territory._id}`
  const before = await readAsAdmin(on, `users/${territory._id}`)
  const own = before.territory as { _id: string }
  const languages = { territory: { _id: own._id, assignedLanguages: ['fra'] } }
  await send(on, path, { method: 'PUT', by: territory, body: languages })
  assert.deepEqual(await readAsAdmin(on, `users/${territory._id}`), before)
  return `${bodies.length + 1} fields, unchanged; the own queue is writable by decision`
}

export async function grantsBeyondOwn(on: Installation): Promise<string> {
  const { studio: by, vendor: target } = on.a.people
  const bodies = [
    { roles: ['admin'] },
    { studios: [on.a.studio._id, on.b.studio._id] },
    { memberships: [{ studio: on.b.studio._id, roles: ['guest'] }] },
    { groups: [on.a.vendors._id, on.b.vendors._id] },
  ]
  const seen = []
  for (const body of bodies)
    seen.push((await expectRefused({ on, by, target, body }, 403, 404, 422)).status)
  return `${seen.join(', ')}, unchanged`
}

export async function peopleOfAnotherStudio(on: Installation): Promise<string> {
  const { vendor: target } = on.b.people
  const body = { name: 'Taken over', roles: ['guest'] }
  for (const by of [on.a.people.vendor, on.a.people.studio])
    await expectRefused({ on, by, target, body }, 404)
  return '404 for a colleague and for a manager, unchanged'
}

export async function forgedIdentity(on: Installation): Promise<string> {
  const { vendor: target } = on.a.people
  const by = await signInAgain(on, on.a.people.studio)
  const foreign = on.b.people.vendor
  const bodies = [
    { _id: foreign._id, name: 'Other' },
    { id: foreign._id, name: 'Other' },
    { username: 'another@example.com' },
    { emailNormal: foreign.email },
    { emailNormal: foreign.email.toUpperCase() },
    { emailNormal: `${foreign.email}\u200b` },
    { emailNormal: foreign.email.replace('v', '\uff56') },
  ]
  const seen = []
  for (const body of bodies) {
    const reply = await expectRefused({ on, by, target, body }, 409, 422)
    assert.ok(!reply.text.includes(on.b.studio._id) && !reply.text.includes(on.b.studio.name))
    seen.push(reply.status)
  }
  return `${seen.join(', ')}, unchanged, without the name of a studio`
}

const SECRET_FIELDS = /"(secret|digest|hash|password_hash|inviteCode|totp\w*)"/i

export async function peopleList(on: Installation): Promise<string> {
  const reply = await send(on, '/api/session', {
    by: on.a.people.vendor,
    headers: { 'x-range': 'resources=0-499' },
  })
  const people = parse<{ _id: string; password?: string; invite?: string }[]>(
    expectStatus(reply, 200),
  )
  const foreign = new Set(Object.values(on.b.people).map(({ _id }) => _id))
  assert.ok(people.length > 1)
  assert.deepEqual(
    people.filter(({ _id }) => foreign.has(_id)),
    [],
  )
  assert.ok(people.every(({ password = '[redacted]' }) => password === '[redacted]'))
  // The contract wants the form of the link, with a placeholder for the code.
  assert.ok(people.every(({ invite = ':code' }) => invite.endsWith(':code')))
  assert.equal(SECRET_FIELDS.exec(reply.text), null)
  assert.ok(!reply.text.includes('argon2'))
  return `${people.length} people of studio A, none of B, no secret`
}
