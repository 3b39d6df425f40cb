import assert from 'node:assert/strict'
import type { Installation } from '../tools/installation.ts'
import { expectStatus, send } from '../tools/request.ts'

/** A membership that nobody granted: the checks of this class would see the foreign records. */
export async function plantedMembership(on: Installation): Promise<string> {
  const { vendor } = on.a.people
  const read = () => send(on, `/api/assets/${on.b.asset._id}`, { by: vendor })
  const list = async () => (await send(on, '/api/assets', { by: vendor })).text
  expectStatus(await read(), 404)
  assert.ok(!(await list()).includes(on.b.asset._id))
  await on.query(
    `insert into membership (person_id, studio_id, roles) values ($1, $2, '{studio}')`,
    [vendor._id, on.b.studio._id],
  )
  const [single, all] = [await read(), await list()]
  await on.query('delete from membership where person_id = $1 and studio_id = $2', [
    vendor._id,
    on.b.studio._id,
  ])
  expectStatus(single, 200)
  assert.ok(all.includes(on.b.asset._id))
  return '404, and 200 with a row in the table of memberships'
}

export async function allowedChange(on: Installation): Promise<string> {
  const path = `/api/users/${on.a.people.guest._id}`
  const change = (flags: string[], by: Installation['admin']) =>
    send(on, path, { method: 'PUT', by, body: { flags } })
  expectStatus(await change(['changed'], on.a.people.vendor), 403)
  expectStatus(await change(['changed'], on.a.people.studio), 200)
  expectStatus(await change([], on.a.people.studio), 200)
  return '403 for a colleague, 200 for the manager'
}
