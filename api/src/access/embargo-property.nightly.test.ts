// Embargoed content is absent from every readable path, for every role, in every embargo state.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  UNKNOWN,
  foldForSearch,
  sendReadRequests,
  listReadRequests,
  type ReadResponse,
} from '../../test/read-requests.ts'
import {
  EMBARGOED,
  OUTSIDERS,
  isEmbargoed,
  setEmbargo,
  loadEmbargoFixtures,
  type EmbargoFixtures,
} from '../../test/embargo-fixtures.ts'
import type { TestUser } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import { ROLES, type Role } from './rules.ts'

const state = fc.record({
  end: fc.constantFrom('past' as const, 'future' as const, 'future' as const, null),
  event: fc.boolean(),
  terminal: fc.boolean(),
})
/** None of these bypasses an embargo. */
const grantedPermissions = fc.subarray([
  'report.read',
  'event.write',
  'asset.write',
  'file.write',
  'user.manage',
])
const filterChoices = fc.array(fc.nat(99), { minLength: 20, maxLength: 20 })

test('reveals nothing of an embargoed file on any path and everything once it is lifted', async (t) => {
  const fixtures = await loadEmbargoFixtures(t)
  await fc.assert(
    fc.asyncProperty(
      state,
      fc.constantFrom(...OUTSIDERS),
      grantedPermissions,
      filterChoices,
      async (embargo, role, permissions, choices) => {
        await setEmbargo(fixtures, embargo)
        const person = await give(fixtures, role, permissions)
        const responses = await sendReadRequests(
          fixtures,
          person,
          await listReadRequests(fixtures, person, choices),
        )
        if (isEmbargoed(embargo)) assertNothingRevealed(fixtures, responses)
        else assertTold(fixtures, responses, role)
        assert.deepEqual(
          responses
            .filter(({ count }) => count && count.listed !== count.total)
            .map(({ url }) => url),
          [],
        )
        assert.deepEqual(
          responses.filter(({ status }) => status >= 500).map(({ url }) => url),
          [],
        )
      },
    ),
    { numRuns: 6, endOnFailure: true },
  )
})

test('shows an embargoed file everywhere to people with embargo.bypass, by role or by grant', async (t) => {
  const fixtures = await loadEmbargoFixtures(t)
  await setEmbargo(fixtures, EMBARGOED)
  for (const role of ROLES) {
    const person = await give(fixtures, role, ['embargo.bypass'])
    assertTold(
      fixtures,
      await sendReadRequests(fixtures, person, await listReadRequests(fixtures, person)),
      role,
    )
  }
})

async function give(
  { db, admin, a }: EmbargoFixtures,
  role: Role,
  permissions: string[],
): Promise<TestUser> {
  if (role === 'admin') return admin
  const person = a.people[role]
  await sql`update membership
    set permissions = ${role === 'guest' ? [...permissions, 'file.download'] : permissions}
    where person_id = ${person._id}`.execute(db)
  return person
}

function assertNothingRevealed(fixtures: EmbargoFixtures, responses: ReadResponse[]) {
  const seen = responses
    .map((response) => ({ response, of: traces(fixtures, response) }))
    .filter(({ of }) => of.length)
  assert.deepEqual(
    seen.map(({ response, of }) => `${response.method} ${response.url}: ${of.join(', ')}`),
    [],
  )
  // A path that names embargoed content responds as if it had never existed.
  const byRequest = new Map(
    responses.map((response) => [`${response.method} ${response.url}`, response]),
  )
  const named = responses.flatMap((response) =>
    recordsOf(fixtures)
      .filter((id) => response.url.includes(`/${id}`))
      .map(
        (id) =>
          [
            response,
            byRequest.get(`${response.method} ${response.url.replace(id, UNKNOWN)}`)!,
          ] as const,
      ),
  )
  assert.ok(named.length > 40)
  for (const [response, unknown] of named)
    assert.deepEqual(
      [response.url, response.status, response.text],
      [response.url, unknown.status, unknown.text],
    )
}

function assertTold(fixtures: EmbargoFixtures, responses: ReadResponse[], role: Role) {
  const places = new Set(
    responses
      .filter((response) => traces(fixtures, response).length)
      .map(({ endpoint }) => endpoint),
  )
  assert.deepEqual(
    PLACES[role].filter((place) => !places.has(`GET ${place}`)),
    [],
  )
}

const recordsOf = ({
  file,
  coming,
  previews,
  upload,
  offline,
  comment,
  notices,
}: EmbargoFixtures) => [file, coming, ...previews, upload, offline, comment, ...notices]

/**
 * Traces of the file, of the upload in progress, of renditions, or of actions on them. Everybody
 * who sees a work request sees that an offline exists and how it was decided, because its status
 * depends on that. Only people who see the file learn which file it is.
 */
function traces(fixtures: EmbargoFixtures, { endpoint, text }: ReadResponse): string[] {
  const { word, md5, sha256, length, offline } = fixtures
  const tellsOrders = /workrequests|events|notifications/.test(endpoint)
  const secrets = [
    foldForSearch(word),
    md5,
    sha256,
    ...recordsOf(fixtures).filter((id) => !(tellsOrders && id === offline)),
  ]
  const folded = foldForSearch(text)
  return [
    ...secrets.filter((secret) => folded.includes(secret)),
    ...(new RegExp(`\\b${length}\\b`).test(text) ? [`${length} bytes`] : []),
  ]
}

const FILE = [
  '/files',
  '/files/_slug',
  '/files/:id',
  '/assets',
  '/assets/:id',
  '/projects',
  '/projects/:id',
  '/studios',
  '/studios/:id',
  '/previews',
  '/previews/:id',
  '/previews/:id/content',
]
const OFFLINE = [
  '/offlines',
  '/offlines/:id',
  '/offlines/:id/content',
  '/offlines/:id/comments',
  '/offlines/:id/comments/:comment',
  '/offlines/:id/comments/export',
]
const ORDER = ['/workrequests', '/workrequests/:id', ...OFFLINE]
const HEARD = [
  '/downloads',
  '/files/:id/content',
  '/events',
  '/events/:id',
  '/notifications',
  '/notifications/:id',
]
const PLACES: Record<Role, string[]> = {
  admin: [...FILE, ...ORDER, '/downloads', '/files/:id/content', '/events', '/events/:id'],
  studio: [...FILE, ...ORDER, '/downloads', '/files/:id/content', '/events', '/events/:id'],
  service: [...FILE, ...ORDER, '/events', '/events/:id'],
  territory: [...FILE, ...ORDER, ...HEARD],
  vendor: [...FILE, ...ORDER, ...HEARD, '/uploads', '/uploads/:id'],
  guest: [...FILE, ...HEARD],
  translator: [
    '/assets',
    '/assets/:id',
    '/previews',
    '/previews/:id',
    '/previews/:id/content',
    '/workrequests',
    '/workrequests/:id',
    ...OFFLINE,
  ],
}
