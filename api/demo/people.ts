import { createGroup } from '../src/groups/contract.ts'
import type { Db } from '../src/kernel/db/connect.ts'
import { sql } from '../src/kernel/db/sql.ts'
import type { App } from '../src/kernel/http/app.ts'
import { createStudio } from '../src/studios/contract.ts'
import { createTerritory } from '../src/territories/contract.ts'
import { inviteUser } from '../src/users/contract.ts'
import type { DemoCalendar } from './calendar.ts'
import { signInAs, type DemoPerson } from './sign-in-as.ts'
import { DEMO_PASSWORD, HEADS, PEOPLE, type PersonKey } from './data/people.ts'
import { GROUPS, STUDIOS, TERRITORIES, type GroupKey, type StudioKey } from './data/studios.ts'

/** The studios, groups and people of the demo, signed in. */
export type Staff = {
  admin: DemoPerson
  studio: Record<StudioKey, string>
  group: Record<GroupKey, string>
  person: Record<PersonKey, DemoPerson>
}

const STUDIOS_CREATED_DAYS = 398
const PEOPLE_CREATED_DAYS = 380
const FIRST_PERSON: PersonKey = HEADS.lanternfold

export async function createStaff(
  app: App,
  { at }: DemoCalendar,
  admin: DemoPerson,
): Promise<Staff> {
  const staff: Staff = {
    admin,
    studio: {} as Staff['studio'],
    group: {} as Staff['group'],
    person: {} as Staff['person'],
  }
  const territory: Record<string, string> = {}

  await at(STUDIOS_CREATED_DAYS, async () => {
    for (const body of TERRITORIES)
      territory[body.code] = (await admin.call(createTerritory, { body }))._id
    for (const studio of keysOf(STUDIOS))
      staff.studio[studio] = (await admin.call(createStudio, { body: STUDIOS[studio] }))._id
    for (const key of keysOf(GROUPS)) {
      const { studio, ...group } = GROUPS[key]
      staff.group[key] = (
        await admin.call(createGroup, { body: { ...group, studios: [staff.studio[studio]] } })
      )._id
    }
  })
  for (const [index, key] of keysOf(PEOPLE).entries()) {
    await at(PEOPLE_CREATED_DAYS - index * 1.03, async () => {
      staff.person[key] = await createPerson(app, staff, territory, key)
    })
  }
  await registerEveryone(app.database.system)
  return staff
}

async function createPerson(
  app: App,
  staff: Staff,
  territories: Record<string, string>,
  key: PersonKey,
): Promise<DemoPerson> {
  const { studio, name, email, role, territory, groups = [] } = PEOPLE[key]
  // Managers cannot grant the service role, which they do not have themselves.
  const by = key === HEADS[studio] || role === 'service' ? staff.admin : staff.person[HEADS[studio]]
  const invited = await by.call(inviteUser, {
    body: {
      emailNormal: email,
      name,
      roles: [role],
      ...(key === FIRST_PERSON && { password: DEMO_PASSWORD }),
      studios: [staff.studio[studio]],
      groups: groups.map((group) => staff.group[group]),
      ...(territory && { territory: territories[territory]! }),
    },
  })
  return signInAs(app, { _id: invited._id, email })
}

/** Hashing a password takes 33 ms. All demo passwords are the same, so the hash is copied. */
async function registerEveryone(db: Db) {
  await sql`
    update person
    set password_hash = first.password_hash, registered = true, confirmed = true
    from person first
    where first.email = ${PEOPLE[FIRST_PERSON].email} and person.password_hash is null`.execute(db)
  await sql`delete from invitation`.execute(db)
  await sql`delete from mail`.execute(db)
}

/** The vendor for which this person works. */
export const vendorGroupOf = ({ group, person }: Staff, { _id }: DemoPerson): string =>
  group[PEOPLE[keysOf(person).find((key) => person[key]._id === _id)!].groups![0]!]

const keysOf = <K extends string>(record: Record<K, unknown>) => Object.keys(record) as K[]
