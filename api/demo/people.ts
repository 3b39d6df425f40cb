import { sql } from 'kysely'
import { createGroup } from '../src/groups/contract.ts'
import type { Db } from '../src/kernel/db/connect.ts'
import type { App } from '../src/kernel/http/app.ts'
import { createStudio } from '../src/studios/contract.ts'
import { createTerritory } from '../src/territories/contract.ts'
import { inviteUser } from '../src/users/contract.ts'
import type { Calendar } from './calendar.ts'
import { signInAs, type DemoPerson } from './caller.ts'
import { DEMO_PASSWORD, HEADS, PEOPLE, type PersonKey } from './data/people.ts'
import { GROUPS, STUDIOS, TERRITORIES, type GroupKey, type House } from './data/places.ts'

/** The studios with their groups and people, who are ready to work. */
export type Staff = {
  admin: DemoPerson
  studio: Record<House, string>
  group: Record<GroupKey, string>
  person: Record<PersonKey, DemoPerson>
}

const FOUNDED = 398
const HIRED = 380
const FIRST: PersonKey = HEADS.lanternfold

export async function hireStaff(app: App, { at }: Calendar, admin: DemoPerson): Promise<Staff> {
  const staff: Staff = {
    admin,
    studio: {} as Staff['studio'],
    group: {} as Staff['group'],
    person: {} as Staff['person'],
  }
  const territory: Record<string, string> = {}

  await at(FOUNDED, async () => {
    for (const body of TERRITORIES)
      territory[body.code] = (await admin.call(createTerritory, { body }))._id
    for (const house of keysOf(STUDIOS))
      staff.studio[house] = (await admin.call(createStudio, { body: STUDIOS[house] }))._id
    for (const key of keysOf(GROUPS)) {
      const { house, ...group } = GROUPS[key]
      staff.group[key] = (
        await admin.call(createGroup, { body: { ...group, studios: [staff.studio[house]] } })
      )._id
    }
  })
  for (const [index, key] of keysOf(PEOPLE).entries()) {
    await at(HIRED - index * 1.03, async () => {
      staff.person[key] = await hire(app, staff, territory, key)
    })
  }
  await registerEveryone(app.db)
  return staff
}

async function hire(
  app: App,
  staff: Staff,
  territories: Record<string, string>,
  key: PersonKey,
): Promise<DemoPerson> {
  const { house, name, email, role, territory, groups = [] } = PEOPLE[key]
  // A manager gives only what they hold themselves, and a service marks events.
  const by = key === HEADS[house] || role === 'service' ? staff.admin : staff.person[HEADS[house]]
  const invited = await by.call(inviteUser, {
    body: {
      emailNormal: email,
      name,
      roles: [role],
      ...(key === FIRST && { password: DEMO_PASSWORD }),
      studios: [staff.studio[house]],
      groups: groups.map((group) => staff.group[group]),
      ...(territory && { territory: territories[territory]! }),
    },
  })
  return signInAs(app, { _id: invited._id, email })
}

/**
 * A password takes 33 ms to hash, and theirs are all the same: so are the hashes. The invitations
 * that went out have served.
 */
async function registerEveryone(db: Db) {
  await sql`update person set password_hash = first.password_hash, registered = true, confirmed = true from person first where first.email = ${PEOPLE[FIRST].email} and person.password_hash is null`.execute(
    db,
  )
  await sql`delete from invitation`.execute(db)
  await sql`delete from mail`.execute(db)
}

const keysOf = <K extends string>(record: Record<K, unknown>) => Object.keys(record) as K[]
