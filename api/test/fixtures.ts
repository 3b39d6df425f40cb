// Two studios, A and B, which are alike and have nothing in common, with a user in every role. No test
// sees what another one has written.
import type { TestContext } from 'node:test'
import { sql } from '../src/kernel/db/sql.ts'
import { takeApp } from './fixture-database.ts'
import {
  TEST_ROLES,
  type FixturesOf,
  type StudioFixturesOf,
  type TestRole,
} from './seed-fixtures.ts'
import type { TestApp, TestIdentity, TestUser } from './test-app.ts'

export { PASSWORD, type TestUser } from './test-app.ts'
export { TEST_ROLES, type TestRole } from './seed-fixtures.ts'

export type StudioFixtures = StudioFixturesOf<TestUser>
export type Fixtures = TestApp & FixturesOf<TestUser>

/** For tests that add routes to the service, or that call it over the network. */
export const OWN_SERVICE = { LOG_LEVEL: process.env.TEST_LOG ?? 'silent' }

/**
 * `settings` are environment variables. With settings a test has a service of its own; without, it
 * uses the one of its process.
 */
export async function loadFixtures(
  t: TestContext,
  settings: Record<string, string> = {},
): Promise<Fixtures> {
  const testApp = await takeApp(settings)
  t.after(testApp.close)
  // The fixtures are as old as the run. Their people count as just signed in.
  await sql`update token set verified_at = ${new Date()}`.execute(testApp.db)
  const data = JSON.parse(process.env.TEST_FIXTURES!) as FixturesOf<TestIdentity>
  const withClient = (identity: TestIdentity): TestUser => ({
    ...identity,
    ...testApp.as(identity),
  })
  const studioWithClients = (studio: StudioFixturesOf<TestIdentity>): StudioFixtures => ({
    ...studio,
    people: Object.fromEntries(
      TEST_ROLES.map((role) => [role, withClient(studio.people[role])]),
    ) as Record<TestRole, TestUser>,
  })
  return {
    ...testApp,
    territory: data.territory,
    admin: withClient(data.admin),
    a: studioWithClients(data.a),
    b: studioWithClients(data.b),
  }
}
