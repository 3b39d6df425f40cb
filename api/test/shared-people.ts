// People who work for studio A and for studio B, in every pair of roles.
import { sql } from '../src/kernel/db/sql.ts'
import { DEFAULT_PREFERENCES } from '../src/users/rules/user.ts'
import { digestSecret, newSecret } from '../src/kernel/http/auth/secret.ts'
import { TEST_ROLES, type Fixtures, type TestRole, type TestUser } from './fixtures.ts'

export type SharedPerson = TestUser & { inA: TestRole; inB: TestRole }

/** They have no password. Hashing seventy passwords would take ten seconds. */
export async function createSharedPeople(fixtures: Fixtures): Promise<SharedPerson[]> {
  const pairs = TEST_ROLES.flatMap((inA) => TEST_ROLES.map((inB) => ({ inA, inB })))
  return Promise.all(pairs.map((pair) => createSharedPerson(fixtures, pair)))
}

export async function createSharedPerson(
  { db, as, a, b, territory }: Fixtures,
  { inA, inB }: { inA: TestRole; inB: TestRole },
): Promise<SharedPerson> {
  const email = `${inA}-and-${inB}@example.com`
  const { rows } = await sql<{ id: string }>`
    insert into person (email, name, invited, approved, registered, confirmed, preferences)
    values (${email}, ${`${inA} and ${inB}`}, true, true, true, true,
      ${JSON.stringify(DEFAULT_PREFERENCES)})
    returning id`.execute(db)
  const _id = rows[0]!.id
  const token = newSecret()
  await sql`
    insert into membership (person_id, studio_id, roles, territory_id)
    values (${_id}, ${a.studio._id}, ${[inA]}, ${territory._id}),
      (${_id}, ${b.studio._id}, ${[inB]}, ${territory._id})`.execute(db)
  await sql`
    insert into token (person_id, digest, name, second_factor)
    values (${_id}, ${digestSecret(token)}, '', false)`.execute(db)
  return { _id, email, token, inA, inB, ...as({ email, token }) }
}
