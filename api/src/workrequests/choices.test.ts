// `$statuses` is a promise: what is in it is accepted, what is not is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestAt } from '../../test/lives.ts'
import { refuses } from '../../test/refuses.ts'
import { world, type Person } from '../../test/world.ts'
import * as contract from './contract.ts'

const REACHABLE = contract.STATUSES.filter((status) => status !== 'submitted')
const GIVEN = { reason: 'because', code: 'other' as const }

for (const status of REACHABLE) {
  test(`what each role may choose while ${status} is accepted, and nothing else is`, async (t) => {
    const house = await world(t)
    const roles: [string, Person][] = [['admin', house.admin], ...Object.entries(house.a.people)]
    for (const [role, person] of roles) {
      const id = await requestAt(house.a, status)
      const read = await person.call(contract.getWorkRequest, { params: { id } }).catch(() => undefined)
      const choices = read?.$statuses ?? []
      for (const to of contract.STATUSES.filter((other) => other !== status && !choices.includes(other))) {
        // The service has moved it on from there already, so there is nothing to refuse.
        if (to === 'submitted' && ['awaiting-materials', 'in-progress'].includes(status) && read) continue
        const move = person.call(contract.changeWorkRequest, { params: { id }, body: { status: to, ...GIVEN } })
        const refused = await refuses(move, read ? await statusOf(move) : 404)
        assert.ok(!read || refused.status === 403 || refused.status === 409, `${role}: ${status} → ${to} ${refused.status}`)
      }
      for (const to of choices) {
        const fresh = await requestAt(house.a, status)
        const moved = await person.call(contract.changeWorkRequest, { params: { id: fresh }, body: { status: to, ...GIVEN } })
        assert.ok(moved.history.some((entry, index) => index >= read!.history.length && entry.status === to), `${role}: ${status} → ${to}`)
      }
    }
  })
}

const statusOf = (call: Promise<unknown>) => call.then(() => 200, (error: { status: number }) => error.status)
