import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type StudioFixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

test('limits the invitations of a studio in a day', async (t) => {
  const { a, b, db } = await loadFixtures(t, { INVITATION_BUDGET: '2' })
  const invite = (side: StudioFixtures, name: string) =>
    side.people.studio.call(contract.inviteUser, {
      body: {
        emailNormal: `${name}@example.com`,
        name,
        roles: ['vendor'],
        studios: [side.studio._id],
      },
    })
  await invite(a, 'one')
  const { _id } = await invite(a, 'two')
  const { headers } = await expectProblem(invite(a, 'three'), 429, 'rate-limit.exceeded')
  assert.ok(Number(headers.get('retry-after')) > 80_000)
  await expectProblem(a.people.studio.call(contract.inviteAgain, { params: { id: _id } }), 429)
  await invite(b, 'four')
  await sql`update invitation set created_at = created_at - interval '1 day'`.execute(db)
  await invite(a, 'three')
})
