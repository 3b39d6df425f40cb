// A live page reads its caller again before each message. The test changes every source of a caller
// and compares them with the caller of the next request.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import type { KnownCaller } from '../kernel/http/app.ts'
import { Problem } from '../kernel/http/contract/problem.ts'
import { digestSecret } from '../kernel/http/auth/secret.ts'
import { findCallerByToken } from './queries.ts'

const ADDRESS = '192.0.2.7'
const CHANGES: [what: string, statement: string][] = [
  ['a name', `update person set name = 'Renamed'`],
  ['a time zone', `update person set preferences = preferences || '{"tz": "Asia/Tokyo"}'`],
  ['a permission', `update membership set permissions = '{embargo.bypass}'`],
  ['a role', `update membership set roles = '{guest}'`],
  ['a limited membership', `update membership set limited = true`],
  ['a full membership', `update membership set limited = false`],
  [
    'a territory',
    `update membership set territory_id = (select id from territory order by id limit 1)`,
  ],
  ['the code of the territory', `update territory set code = 'X' || code`],
  [
    'a group',
    `insert into group_person (group_id, person_id)
      select g.id, p.id from people_group g, person p on conflict do nothing`,
  ],
  ['no group', `delete from group_person`],
  [
    'allowed networks',
    `update studio set settings = settings || '{"allowedNetworks": ["10.0.0.0/8"]}'`,
  ],
  [
    'other networks',
    `update studio set settings = settings || '{"allowedNetworks": ["192.0.2.0/24"]}'`,
  ],
  ['a required factor', `update studio set settings = settings || '{"requireTwoFactor": true}'`],
  ['no required factor', `update studio set settings = settings || '{"requireTwoFactor": false}'`],
  ['a factor of the account', `update person set enforced_2fa = true`],
  ['no factor of the account', `update person set enforced_2fa = false`],
  [
    'a provider',
    `insert into identity_provider (studio_id, name, issuer, client_id, scopes, active, required,
        trusts_email, checks_second_factor, creates_accounts, default_roles, role_map, group_map)
      select id, 'SSO', 'https://sso.example', 'c', '{}', true, false, true, true, true, '{}', '{}',
        '{}' from studio`,
  ],
  [
    'a domain',
    `insert into identity_domain (provider_id, domain)
      select id, 'example.com' from identity_provider order by id limit 1`,
  ],
  ['a verified domain', `update identity_domain set verified_at = now()`],
  ['a required provider', `update identity_provider set required = true`],
  ['an inactive provider', `update identity_provider set active = false`],
  ['no provider', `delete from identity_provider`],
  [
    'a session of a provider',
    `insert into sso_session (token_id, studio_id, provider_id, identity_id, limited)
      select id, '', '', '', true from token`,
  ],
  ['a session that is not limited', `update sso_session set limited = false`],
  ['no session of a provider', `delete from sso_session`],
  ['an old proof', `update token set verified_at = now() - interval '1 day'`],
  ['a second factor', `update token set second_factor = true`],
  ['a scope', `update token set scope_access = 'read'`],
  ['an admin', `update person set roles = '{admin}'`],
  ['no admin', `update person set roles = '{}'`],
  ['an unused token', `update token set used_at = now() - interval '5 minutes'`],
  ['a token that ends later', `update token set expires_at = now() + interval '1 hour'`],
  ['no membership', `delete from membership`],
  ['a disabled account', `update person set disabled_at = now()`],
  ['an active account', `update person set disabled_at = null`],
  ['a revoked token', `update token set revoked_at = now()`],
  ['no revoked token', `update token set revoked_at = null`],
  ['an ended token', `update token set expires_at = now() - interval '1 second'`],
]

test('a refreshed caller matches the stored data after every change', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio, territory, vendor, translator } = fixtures.a.people
  const { refresh } = fixtures.app.authenticator
  const people = [studio, territory, vendor, translator]
  const callers = await Promise.all(people.map((person) => storedCaller(fixtures, person)))
  let latest: KnownCaller[] = callers.map((caller) => ({ caller: caller!, address: ADDRESS }))
  for (const [what, statement] of CHANGES) {
    await sql.raw(statement).execute(fixtures.db)
    const refreshed = await refresh(latest)
    for (const [index, person] of people.entries()) {
      const result = refreshed[index]!
      assert.deepEqual(
        result instanceof Problem ? undefined : { ...result.caller, clockOffset: 0 },
        await storedCaller(fixtures, person),
        `${what}, for ${person.email}`,
      )
    }
    latest = refreshed.map((result, index) => (result instanceof Problem ? latest[index]! : result))
  }
})

async function storedCaller({ app }: Fixtures, { email, token }: TestUser) {
  const caller = await findCallerByToken(app.database.system, {
    email,
    digest: digestSecret(token),
    address: ADDRESS,
  })
  return caller && { ...caller, clockOffset: 0 }
}
