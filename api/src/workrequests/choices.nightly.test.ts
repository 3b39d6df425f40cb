// `$statuses` is a promise: its statuses are accepted, all others are rejected.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeRequest, readRequest, createRequestAt } from '../../test/work-requests.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const GIVEN = { reason: 'because', code: 'other' as const }
const outcome = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: { status?: number }) => error.status ?? 500,
  )
/**
 * From here the service has moved it on already, so that asking for `submitted` again is no move.
 */
const JUST_SUBMITTED: contract.Status[] = ['awaiting-materials', 'in-progress']

for (const status of contract.STATUSES.filter((candidate) => candidate !== 'submitted')) {
  test(`accepts exactly the statuses in $statuses for each role while ${status}`, async (t) => {
    const { a, admin } = await loadFixtures(t)
    const id = await createRequestAt(a, status)
    const roles: [string, TestUser][] = [['admin', admin], ...Object.entries(a.people)]
    for (const [role, person] of roles) {
      const read = await readRequest(person, id).catch(() => undefined)
      for (const to of contract.STATUSES.filter(
        (other) => other !== status && !read?.$statuses.includes(other),
      )) {
        const answer = await outcome(changeRequest(person, id, { status: to, ...GIVEN }))
        const done = read && to === 'submitted' && JUST_SUBMITTED.includes(status)
        assert.ok(
          (done ? [200] : read ? [403, 409] : [404]).includes(answer),
          `${role}: ${status} → ${to}: ${answer}`,
        )
      }
      assert.equal((await readRequest(admin, id)).status, status, 'nothing has changed')
      for (const to of read?.$statuses ?? []) {
        const { history } = await changeRequest(person, await createRequestAt(a, status), {
          status: to,
          ...GIVEN,
        })
        assert.ok(
          history.slice(read!.history.length).some((entry) => entry.status === to),
          `${role}: ${status} → ${to}`,
        )
      }
    }
  })
}
