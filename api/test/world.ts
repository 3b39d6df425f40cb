// Two studios, A and B, alike but strangers to each other, with people in every role. Raised once,
// then cloned for every test.
import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import * as assets from '../src/assets/contract.ts'
import * as groups from '../src/groups/contract.ts'
import { inTransaction } from '../src/kernel/db/transaction.ts'
import * as projects from '../src/projects/contract.ts'
import * as studios from '../src/studios/contract.ts'
import * as territories from '../src/territories/contract.ts'
import { firstAdmin } from '../src/users/commands/first-admin.ts'
import * as users from '../src/users/contract.ts'
import { databaseOn, onCluster } from './cluster.ts'
import { PASSWORD, openHouse, type House, type Identity, type Person } from './house.ts'

export { PASSWORD, type Person } from './house.ts'
export const WORLD = 'reelay_world'
export const ROLES = ['studio', 'territory', 'vendor', 'translator', 'guest', 'service'] as const
export type Role = (typeof ROLES)[number]

type SideOf<P> = {
  studio: studios.Studio
  project: projects.Project
  asset: assets.Asset
  vendors: groups.Group
  people: Record<Role, P>
}
type Plan<P> = { admin: P; a: SideOf<P>; b: SideOf<P>; territory: territories.Territory }
export type Side = SideOf<Person>
export type World = House & Plan<Person>

/** `settings` as the environment would give them. */
export async function world(t: TestContext, settings: Record<string, string> = {}): Promise<World> {
  const cluster = process.env.TEST_CLUSTER
  if (!cluster) throw new Error('TEST_CLUSTER is not set: run the tests with npm test')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Without safety to lose, copying files is three times as fast as writing the copy to the log: 65
  // ms instead of 240.
  await onCluster(cluster, `create database ${name} template ${WORLD} strategy file_copy`)
  const house = await openHouse(databaseOn(cluster, name), settings)
  t.after(async () => {
    await house.close()
    await onCluster(cluster, `drop database ${name} with (force)`)
  })
  const plan = JSON.parse(process.env.TEST_WORLD!) as Plan<Identity>
  const alive = (identity: Identity): Person => ({ ...identity, ...house.as(identity) })
  const side = (part: SideOf<Identity>): Side => ({
    ...part,
    people: Object.fromEntries(ROLES.map((role) => [role, alive(part.people[role])])) as Record<
      Role,
      Person
    >,
  })
  return {
    ...house,
    territory: plan.territory,
    admin: alive(plan.admin),
    a: side(plan.a),
    b: side(plan.b),
  }
}

/** Makes the world through the API, as its admin would, and says in plain data who is who. */
export async function raiseWorld(url: string): Promise<Plan<Identity>> {
  const house = await openHouse(url)
  await inTransaction(house.db, (tx) =>
    firstAdmin(tx, { email: 'admin@example.com', password: PASSWORD }),
  )
  const admin = await house.signIn('admin@example.com')
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
  const plan = {
    admin: identityOf(admin),
    territory,
    a: await raiseSide(house, admin, 'a', territory._id),
    b: await raiseSide(house, admin, 'b', territory._id),
  }
  await house.close()
  return plan
}

async function raiseSide(
  { signIn }: House,
  admin: Person,
  key: string,
  territory: string,
): Promise<SideOf<Identity>> {
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
  const people = {} as Record<Role, Identity>
  for (const role of ROLES) {
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

const identityOf = ({ _id, email, token }: Person): Identity => ({ _id, email, token })
