// A second vendor in studio A, and requests that are assigned to one of them.
import { sql } from '../src/kernel/db/sql.ts'
import { digestSecret, newSecret } from '../src/kernel/http/auth/secret.ts'
import { DEFAULT_PREFERENCES } from '../src/users/rules/user.ts'
import * as workrequests from '../src/workrequests/contract.ts'
import type { Fixtures, StudioFixtures, TestUser } from './fixtures.ts'
import { orderWithoutMaterials } from './work-requests.ts'

export type Vendor = { group: string; person: TestUser }

/** A vendor group of the studio with one person. */
export async function createVendor(
  { db, as }: Fixtures,
  side: StudioFixtures,
  name = 'other',
): Promise<Vendor> {
  const email = `${name}-vendor@example.com`
  const token = newSecret()
  const { rows } = await sql<{ person: string; group: string }>`
    with person as (
      insert into person (email, name, invited, approved, registered, confirmed, preferences)
      values (${email}, ${`${name} vendor`}, true, true, true, true,
        ${JSON.stringify(DEFAULT_PREFERENCES)})
      returning id),
    vendor as (
      insert into people_group (name, type) values (${`${name} vendors`}, 'v') returning id)
    select person.id as person, vendor.id as group from person, vendor`.execute(db)
  const { person: _id, group } = rows[0]!
  await sql`insert into group_studio (group_id, studio_id)
    values (${group}, ${side.studio._id})`.execute(db)
  await sql`insert into group_person (group_id, person_id) values (${group}, ${_id})`.execute(db)
  await sql`insert into membership (person_id, studio_id, roles)
    values (${_id}, ${side.studio._id}, '{vendor}')`.execute(db)
  await sql`insert into token (person_id, digest, name, second_factor)
    values (${_id}, ${digestSecret(token)}, '', false)`.execute(db)
  return { group, person: { _id, email, token, ...as({ email, token }) } }
}

/** The vendor of the fixtures. */
export const firstVendor = ({ vendors, people }: StudioFixtures): Vendor => ({
  group: vendors._id,
  person: people.vendor,
})

/** A submitted order, in progress, that is assigned to nobody. */
export const orderFor = (side: StudioFixtures, more: Partial<workrequests.NewWorkRequest> = {}) =>
  side.people.territory.call(workrequests.createWorkRequest, {
    body: orderWithoutMaterials(side, { status: 'submitted', ...more }),
  })

export const assign = (
  side: StudioFixtures,
  id: string,
  vendor: string | null,
  more: { respondBy?: number | null } = {},
) =>
  side.people.studio.call(workrequests.assignVendor, { params: { id }, body: { vendor, ...more } })

export const answer = (
  { person }: Vendor,
  id: string,
  body: { decision: 'accepted' | 'declined'; reason?: string },
) => person.call(workrequests.answerAssignment, { params: { id }, body })

/** The vendor has accepted, so it can work. */
export async function assignAccepted(side: StudioFixtures, id: string, vendor: Vendor) {
  await assign(side, id, vendor.group)
  return answer(vendor, id, { decision: 'accepted' })
}
