// A shared read must give every listener the bytes of a read of their own. The test changes what the
// events refer to and compares both for many people, several of each role.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures, PASSWORD, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { newOrder, uploadFile } from '../../test/orders.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { sql } from '../kernel/db/sql.ts'
import type { KnownCaller } from '../kernel/http/app.ts'
import { digestSecret } from '../kernel/http/auth/secret.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { ReplyContext } from '../kernel/http/contract/reply-context.ts'
import { databaseFor } from '../kernel/http/database-for.ts'
import { bytesOf } from '../kernel/http/server-sent-events.ts'
import * as offlines from '../offlines/contract.ts'
import * as previews from '../previews/contract.ts'
import { findCallerByToken } from '../sessions/queries.ts'
import { createToken } from '../sessions/contract.ts'
import * as translations from '../translations/contract.ts'
import * as users from '../users/contract.ts'
import * as workrequests from '../workrequests/contract.ts'
import { listEventsBetween } from './queries.ts'
import { createSharedReads, type ReadForListener } from './routes/shared-reads.ts'
import { presentEvent } from './rules/present.ts'
import { sharedReadKey } from './rules/shared-reads.ts'
import { changedRecordOf } from './rules/signals.ts'

const ADDRESS = '127.0.0.1'
const CHANGES: [what: string, statement: string][] = [
  ['nothing', 'select'],
  [
    'notified people',
    `update event set notify_users = array(select id from person), notify_groups = '{}'`,
  ],
  [
    'one of each role',
    `update event set notify_users = array(select id from person where name like 'Second%')`,
  ],
  [
    'another sender',
    `update event set from_id = (select id from person where email like 'second-territory%')`,
  ],
  [
    'another owner',
    `update work_request set owner_id = (select id from person where email like 'second-vendor%')`,
  ],
  [
    'people of the phase',
    `update workflow set definition = jsonb_set(definition, array['phases', (select phase from asset limit 1), 'users'],
      (select jsonb_agg(id) from person where email like 'second-territory%' or email like 'studio-%'))`,
  ],
  [
    'a vendor',
    `update work_request set vendor_id = (select id from people_group where type = 'v' order by name limit 1)`,
  ],
  [
    'the group of a vendor',
    `delete from group_person where person_id in (select id from person where email like 'second-vendor%')`,
  ],
  [
    'events of a vendor',
    `update event set vendor_id = (select id from people_group where type = 'v' order by name limit 1)`,
  ],
  ['no vendor', `update work_request set vendor_id = null`],
  ['an embargo', `update file set embargo_end = now() + interval '1 day'`],
  [
    'a permission',
    `update membership set permissions = '{embargo.bypass}' where person_id in (select id from person where name like 'Second%')`,
  ],
  [
    'a territory',
    `update membership set territory_id = null where person_id in (select id from person where email like 'second-territory%')`,
  ],
  [
    'a limited membership',
    `update membership set limited = true where person_id in (select id from person where email like 'second-studio%')`,
  ],
  ['a draft', `update work_request set submitted_at = null`],
  ['a removed file', `update file set removed_at = now()`],
  ['another role', `update membership set roles = '{guest}' where 'studio' = any (roles)`],
]

test('gives every listener the bytes of a read of their own, after every change', async (t) => {
  const fixtures = await loadFixtures(t)
  const people = await createListeners(fixtures)
  const upTo = await createEvents(fixtures)
  const read = createSharedReads(fixtures.app)
  let shared = 0
  for (const [what, statement] of CHANGES) {
    await sql.raw(statement).execute(fixtures.db)
    const received = await readTogether(fixtures, read, people, upTo)
    for (const [index, { caller, messages }] of received.entries()) {
      const expected = await readAlone(fixtures, caller, upTo)
      assert.deepEqual(messages, expected, `${what}, for ${people[index]!.email}`)
    }
    shared += countShared(received)
  }
  assert.ok(shared > 100, `${shared} messages were shared`)
})

test('reads for many listeners with as many statements as for one', async (t) => {
  const fixtures = await loadFixtures(t)
  const upTo = await createEvents(fixtures)
  const read = createSharedReads(fixtures.app)
  const { studio } = fixtures.a.people
  const identity = await knownOf(fixtures, studio)
  const view = viewOf(fixtures, identity.caller)
  const { identity: current } = await read({ identity, view, sequence: 0 }, undefined)
  const listener = { identity: current, view, sequence: 0 }
  const readFor = (many: number) =>
    statementsOf(() => Promise.all(Array.from({ length: many }, () => read(listener, upTo))))
  await readFor(1)
  const one = await readFor(1)
  assert.deepEqual(await readFor(100), one)
  assert.equal(one.length, 6, one.join('\n'))
})

test('marks the tokens of listeners as used', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio, vendor } = fixtures.a.people
  const identities = await Promise.all([studio, vendor].map((person) => knownOf(fixtures, person)))
  await sql`update token set used_at = now() - interval '2 minutes'`.execute(fixtures.db)
  const { refresh } = fixtures.app.authenticator
  const statements = await statementsOf(() => refresh(identities))
  assert.equal(statements.length, 2, statements.join('\n'))
  const { rows } = await sql<{ unused: number }>`
    select count(*)::int as unused from token
    where person_id in (${studio._id}, ${vendor._id}) and used_at < now() - interval '1 minute'`.execute(
    fixtures.db,
  )
  assert.equal(rows[0]!.unused, 0)
})

/** Two people of each role, an admin, and a token for one project. */
async function createListeners({
  admin,
  a,
  b,
  territory,
  signIn,
  as,
}: Fixtures): Promise<TestUser[]> {
  const seconds = await Promise.all(
    (['studio', 'territory', 'vendor', 'translator', 'guest'] as const).map(async (role) => {
      const emailNormal = `second-${role}@example.com`
      await admin.call(users.inviteUser, {
        body: {
          emailNormal,
          name: `Second ${role}`,
          password: PASSWORD,
          roles: [role],
          studios: [a.studio._id],
          groups: role === 'vendor' ? [a.vendors._id] : [],
          ...(role === 'territory' && { territory: territory._id }),
        },
      })
      return signIn(emailNormal)
    }),
  )
  const { token } = await a.people.studio.call(createToken, {
    body: { name: 'Scoped', scope: { access: 'read', project: a.project._id } },
  })
  const scoped = { ...a.people.studio, token }
  return [
    admin,
    ...Object.values(a.people),
    ...seconds,
    b.people.studio,
    { ...scoped, ...as(scoped) },
  ]
}

/** Events of a request with content of every kind. Returns the highest sequence. */
async function createEvents({ a, db, runJobs }: Fixtures): Promise<number> {
  const { studio, territory, vendor, translator } = a.people
  const file = await uploadFile(studio, a)
  await studio.call(previews.createPreview, { body: { asset: a.asset._id, file: file._id } })
  const request = await territory.call(workrequests.createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  await vendor.call(translations.changeTranslation, {
    params: { id: request.translation._id },
    body: { translator: translator._id },
  })
  await vendor.call(offlines.createOffline, { body: { workRequest: request._id, file: file._id } })
  await runJobs()
  const { rows } = await sql<{ highest: number }>`
    select max(sequence)::int as highest from event`.execute(db)
  return rows[0]!.highest
}

type Received = { caller: Caller; key: string | undefined; messages: string[] }

const readTogether = (
  fixtures: Fixtures,
  read: ReadForListener,
  people: TestUser[],
  upTo: number,
): Promise<Received[]> =>
  Promise.all(
    people.map(async (person) => {
      const identity = await knownOf(fixtures, person)
      const view = viewOf(fixtures, identity.caller)
      const { messages } = await read({ identity, view, sequence: 0 }, upTo)
      const key = sharedReadKey(identity.caller, view)
      return { caller: identity.caller, key, messages: splitMessages(String(messages)) }
    }),
  )

async function readAlone({ app }: Fixtures, caller: Caller, upTo: number): Promise<string[]> {
  const db = databaseFor(app, { person: caller, studioClient: null })
  const events = await listEventsBetween(db, caller, { after: 0, upTo, limit: 50 })
  const view = viewOf({ app }, caller)
  return events.map(({ event, subject }) =>
    String(
      event
        ? bytesOf({ id: event._id, data: presentEvent(event, view) })
        : bytesOf({ event: 'changed', data: changedRecordOf(subject) }),
    ),
  )
}

const splitMessages = (text: string): string[] => text.match(/[^]+?\n\n/g) ?? []

/** The messages of people who share their view with somebody. */
const countShared = (received: Received[]): number =>
  received
    .filter(({ key }, index) =>
      received.some((other, at) => at !== index && key !== undefined && other.key === key),
    )
    .flatMap(({ messages }) => messages).length

const viewOf = ({ app }: Pick<Fixtures, 'app'>, person: Caller): ReplyContext => ({
  host: 'reelay.test',
  appUrl: app.config.appUrl,
  person,
  keyId: app.keys.current,
  sign: () => assert.fail('an event has no signed URL'),
})

async function knownOf({ db }: Pick<Fixtures, 'db'>, person: TestUser): Promise<KnownCaller> {
  const token = { email: person.email, digest: digestSecret(person.token), address: ADDRESS }
  return { caller: (await findCallerByToken(db, token))!, address: ADDRESS }
}
