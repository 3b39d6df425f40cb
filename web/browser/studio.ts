// A studio of its own for each test, so that no test sees the rows of another one.
import {
  assets,
  groups,
  projects,
  sessions,
  studios,
  users,
  type territories,
} from '@reelay/api/contract'
import { createClient, type Call } from '@reelay/client'
import { GERMANY } from '../../api/test/territories.ts'
import type { BrowserService } from './service.ts'

export const PASSWORD = 'Correct-horse-battery-9'

export type TestPerson = { _id: string; name: string; email: string; password: string }
/** A person with a session. */
export type Member = TestPerson & { session: sessions.Session; call: Call }
type NewPerson = {
  name: string
  roles: users.User['roles']
  permissions?: users.User['permissions']
  groups?: string[]
  territory?: string
}

export type TestStudio = {
  studio: studios.Studio
  project: projects.Project
  /** The home office. Its pages and calls are the usual ones of a test. */
  home: Member
  call: Call
  /** Different in each test, for the names of records that the whole installation shares. */
  suffix: string
  emailOf: (name: string) => string
  newAsset: (name: string) => Promise<assets.Asset>
  invite: (person: NewPerson) => Promise<TestPerson>
  /** Invites and signs in. */
  join: (person: NewPerson) => Promise<Member>
  newVendor: (name: string, people?: TestPerson[]) => Promise<groups.Group>
  germany: () => Promise<territories.Territory>
}

export async function createStudio(service: BrowserService): Promise<TestStudio> {
  const suffix = crypto.randomUUID().slice(0, 8)
  const { admin, address } = service
  const studio = await admin(studios.createStudio, {
    body: { name: `Salt Pictures ${suffix}`, slug: `salt-${suffix}` },
  })
  const emailOf = (name: string) =>
    `${name.toLowerCase().replaceAll(' ', '.')}@${suffix}.salt.example`
  const invite = (by: Call) => async (person: NewPerson) => {
    const email = emailOf(person.name)
    const { _id } = await by(users.inviteUser, {
      body: { ...person, emailNormal: email, password: PASSWORD, studios: [studio._id] },
    })
    return { _id, name: person.name, email, password: PASSWORD }
  }
  const home = await signIn(address, await invite(admin)({ name: 'Nia Brandt', roles: ['studio'] }))
  const { call } = home
  const project = await call(projects.createProject, {
    body: { name: 'The Salt Road', slug: `salt-road-${suffix}`, studio: studio._id },
  })
  return {
    studio,
    project,
    home,
    call,
    suffix,
    emailOf,
    newAsset: (name) =>
      call(assets.createAsset, { body: { name, project: project._id, type: 'trailer' } }),
    invite: invite(call),
    join: async (person) => signIn(address, await invite(call)(person)),
    newVendor: (name, people = []) =>
      call(groups.createGroup, {
        body: { name, type: 'v', studios: [studio._id], users: people.map(({ _id }) => _id) },
      }),
    germany: () => service.territory(GERMANY),
  }
}

export async function signIn(address: string, person: TestPerson): Promise<Member> {
  const baseUrl = `${address}/api`
  const credential = { email: person.email, password: person.password }
  const session = (await createClient({ baseUrl, credential }).call(
    sessions.openSession,
  )) as sessions.Session
  return { ...person, session, call: createClient({ baseUrl, credential: session }).call }
}
