import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { PASSWORD, loadFixtures, type StudioFixtures } from '../../test/fixtures.ts'
import { codeFor } from '../../test/totp.ts'
import * as assets from '../assets/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import * as projects from '../projects/contract.ts'
import * as studios from '../studios/contract.ts'
import * as users from '../users/contract.ts'
import * as contract from './contract.ts'

/** Studio A requires a second factor from now on. */
async function setup(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const require = ({ studio }: StudioFixtures) =>
    fixtures.admin.call(studios.changeStudio, {
      params: { id: studio._id },
      body: { settings: { requireTwoFactor: true } },
    })
  return { ...fixtures, fixtures, require }
}

test('closes a studio that requires a second factor to existing tokens without one', async (t) => {
  const { a, b, as, require } = await setup(t)
  const { vendor } = a.people
  const { token } = await vendor.call(contract.createToken, { body: { name: 'Script' } })
  await vendor.call(assets.getAsset, { params: { id: a.asset._id } })
  await require(a)
  const read = { params: { id: a.asset._id } }
  await expectProblem(vendor.call(assets.getAsset, read), 403, 'twofactor.required')
  await expectProblem(vendor.call(projects.listProjects), 403, 'twofactor.required')
  const script = as({ email: vendor.email, token })
  await expectProblem(script.call(assets.getAsset, read), 403, 'twofactor.required')
  await b.people.vendor.call(assets.getAsset, { params: { id: b.asset._id } })
})

test('opens the studio again when the session gets a second factor', async (t) => {
  const { a, require, fixtures } = await setup(t)
  const { vendor } = a.people
  await require(a)
  const [me] = (await vendor.call(contract.openSession)) as users.User[]
  assert.equal(me!._id, vendor._id)
  const { secret } = await vendor.call(contract.beginTwofactor)
  await vendor.call(contract.confirmTwofactor, { body: { code: codeFor(secret) } })
  await vendor.call(assets.getAsset, { params: { id: a.asset._id } })
  await sql`update twofactor set last_step = 0`.execute(fixtures.db)
  await sql`update token set second_factor = false`.execute(fixtures.db)
  await expectProblem(vendor.call(projects.listProjects), 403, 'twofactor.required')
  await vendor.call(contract.verifySession, {
    body: { password: PASSWORD, code: codeFor(secret) },
  })
  await vendor.call(projects.listProjects)
})

test('hides only the studio that requires it from a person of several studios', async (t) => {
  const { a, b, admin, require } = await setup(t)
  const { guest } = a.people
  await admin.call(users.changeUser, {
    params: { id: guest._id },
    body: {
      memberships: [a, b].map(({ studio }) => ({ studio: studio._id, roles: ['vendor' as const] })),
    },
  })
  const names = async () => (await guest.call(projects.listProjects)).items.map(({ name }) => name)
  assert.deepEqual((await names()).toSorted(), ['Project a', 'Project b'])
  await require(a)
  assert.deepEqual(await names(), ['Project b'])
  await expectProblem(guest.call(assets.getAsset, { params: { id: a.asset._id } }), 404)
})

test('closes everything to existing tokens without a second factor that the account requires', async (t) => {
  const { a, admin, as } = await setup(t)
  const { vendor } = a.people
  const { token } = await vendor.call(contract.createToken, { body: { name: 'Script' } })
  const read = { params: { id: a.asset._id } }
  await admin.call(users.changeUser, {
    params: { id: vendor._id },
    body: { hasEnforced2fa: true },
  })
  for (const client of [vendor, as({ email: vendor.email, token })]) {
    await expectProblem(client.call(assets.getAsset, read), 403, 'twofactor.required')
    await expectProblem(client.call(projects.listProjects), 403, 'twofactor.required')
  }
  const { secret } = await vendor.call(contract.beginTwofactor)
  await vendor.call(contract.confirmTwofactor, { body: { code: codeFor(secret) } })
  await vendor.call(assets.getAsset, read)
  await a.people.studio.call(assets.getAsset, read)
})
