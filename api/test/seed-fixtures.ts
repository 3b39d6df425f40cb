// Creates two studios, A and B, which are alike and have nothing in common, with a user in every
// role. This is done once per run.
import * as assets from '../src/assets/contract.ts'
import * as groups from '../src/groups/contract.ts'
import type { Db } from '../src/kernel/db/connect.ts'
import { sql } from '../src/kernel/db/sql.ts'
import { inTransaction } from '../src/kernel/db/transaction.ts'
import * as projects from '../src/projects/contract.ts'
import * as studios from '../src/studios/contract.ts'
import * as territories from '../src/territories/contract.ts'
import { createFirstAdmin, prepareFirstAdmin } from '../src/users/commands/first-admin.ts'
import * as users from '../src/users/contract.ts'
import {
  PASSWORD,
  createTestApp,
  type TestApp,
  type TestIdentity,
  type TestUser,
} from './test-app.ts'

export const TEST_ROLES = [
  'studio',
  'territory',
  'vendor',
  'translator',
  'guest',
  'service',
] as const
export type TestRole = (typeof TEST_ROLES)[number]

export type StudioFixturesOf<P> = {
  studio: studios.Studio
  project: projects.Project
  asset: assets.Asset
  vendors: groups.Group
  people: Record<TestRole, P>
}
export type FixturesOf<P> = {
  admin: P
  a: StudioFixturesOf<P>
  b: StudioFixturesOf<P>
  territory: territories.Territory
}

/** Creates the fixtures through the API, as an admin would, and returns them as plain data. */
export async function seedFixtures(url: string): Promise<FixturesOf<TestIdentity>> {
  const testApp = await createTestApp(url)
  const firstAdmin = await prepareFirstAdmin(testApp.db, {
    email: 'admin@example.com',
    password: PASSWORD,
  })
  await inTransaction(testApp.db, (tx) => createFirstAdmin(tx, firstAdmin))
  const admin = await testApp.signIn('admin@example.com')
  const territory = await admin.call(territories.createTerritory, {
    body: {
      name: 'Germany',
      code: 'DE',
      standard: 'PAL',
      countries: [{ name: 'Germany', code: 'DE' }],
      languages: [{ name: 'German', code: 'deu', dcpCode: 'DE' }],
      assignedLanguages: [],
    },
  })
  const fixtures = {
    admin: identityOf(admin),
    territory,
    a: await seedStudio(testApp, admin, 'a', territory._id),
    b: await seedStudio(testApp, admin, 'b', territory._id),
  }
  await forgetEvents(testApp.db)
  await testApp.close()
  return fixtures
}

/** Tests count their own events. */
async function forgetEvents(db: Db) {
  await sql`delete from job where kind = 'notify'`.execute(db)
  await sql`delete from event`.execute(db)
}

async function seedStudio(
  { signIn }: TestApp,
  admin: TestUser,
  key: string,
  territory: string,
): Promise<StudioFixturesOf<TestIdentity>> {
  const studio = await admin.call(studios.createStudio, {
    body: { name: `Studio ${key}`, slug: `studio-${key}` },
  })
  const project = await admin.call(projects.createProject, {
    body: { name: `Project ${key}`, slug: `project-${key}`, studio: studio._id },
  })
  const asset = await admin.call(assets.createAsset, {
    body: {
      name: `Trailer ${key}`,
      slug: `trailer-${key}`,
      project: project._id,
      type: 'trailer.intl',
      usage: { broadcast: true, online: true },
    },
  })
  const vendors = await admin.call(groups.createGroup, {
    body: { name: `Vendors ${key}`, type: 'v', studios: [studio._id], users: [] },
  })
  const people = {} as Record<TestRole, TestIdentity>
  for (const role of TEST_ROLES) {
    const email = `${role}-${key}@example.com`
    await admin.call(users.inviteUser, {
      body: {
        emailNormal: email,
        name: `${role} ${key}`,
        password: PASSWORD,
        roles: [role],
        studios: [studio._id],
        groups: role === 'vendor' ? [vendors._id] : [],
        ...(role === 'territory' && { territory }),
      },
    })
    people[role] = identityOf(await signIn(email))
  }
  return { studio, project, asset, vendors, people }
}

const identityOf = ({ _id, email, token }: TestUser): TestIdentity => ({ _id, email, token })
