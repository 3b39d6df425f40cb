import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callerFrom } from '../access/rules.ts'
import type { TokenScope } from '../kernel/http/contract/caller.ts'
import { narrowToScope, scopeRejection } from './rules.ts'

type Route = Parameters<typeof scopeRejection>[1]

const scope = (more: Partial<TokenScope>): TokenScope => ({
  access: 'full',
  studio: null,
  project: null,
  ...more,
})
const call = (text: string): Route => {
  const [method, path] = text.split(' ') as [Route['method'], Route['path']]
  return { method, path }
}
const caller = (isAdmin: boolean, tokenScope: TokenScope | null) =>
  callerFrom({
    _id: 'person',
    name: 'Person',
    email: 'person@example.com',
    isAdmin,
    memberships: ['a', 'b'].map((studio) => ({
      studio,
      roles: ['studio'],
      permissions: [],
      territory: null,
    })),
    studios: ['a', 'b'],
    groups: [],
    token: '',
    secondFactor: false,
    recentlyVerified: false,
    lacksSecondFactor: false,
    clockOffset: 0,
    scope: tokenScope,
  })

const CALLS: [string, { full: boolean; read: boolean; upload: boolean; project: boolean }][] = [
  ['GET /session', { full: true, read: true, upload: true, project: true }],
  ['DELETE /session', { full: true, read: true, upload: true, project: true }],
  ['POST /session/tokens', { full: false, read: false, upload: false, project: false }],
  ['GET /session/tokens', { full: false, read: false, upload: false, project: false }],
  ['POST /session/regenerate', { full: false, read: false, upload: false, project: false }],
  ['POST /session/twofactor', { full: false, read: false, upload: false, project: false }],
  ['PUT /session/:id', { full: false, read: false, upload: false, project: false }],
  ['PUT /users/:id', { full: false, read: false, upload: false, project: false }],
  ['GET /users', { full: true, read: true, upload: false, project: false }],
  ['GET /assets/:id', { full: true, read: true, upload: true, project: true }],
  ['PUT /assets', { full: true, read: false, upload: false, project: true }],
  ['POST /files', { full: true, read: false, upload: true, project: true }],
  ['GET /files/:id/content', { full: true, read: true, upload: false, project: true }],
  ['PUT /files/:id/content', { full: true, read: false, upload: true, project: true }],
  ['PATCH /uploads/:id', { full: true, read: false, upload: true, project: true }],
  ['POST /projects', { full: true, read: false, upload: false, project: false }],
  ['GET /studios/:id', { full: true, read: true, upload: false, project: true }],
  ['PUT /studios/:id', { full: true, read: false, upload: false, project: false }],
  [
    'POST /studios/:id/identityproviders',
    { full: false, read: false, upload: false, project: false },
  ],
  ['GET /events', { full: true, read: true, upload: false, project: false }],
  ['GET /reports/volume', { full: true, read: true, upload: false, project: false }],
]

for (const [route, expected] of CALLS)
  test(`limits ${route} by the scope of the token`, () => {
    const isAllowed = (tokenScope: TokenScope | null) =>
      scopeRejection(tokenScope, call(route)) === undefined
    assert.equal(isAllowed(null), true)
    assert.deepEqual(
      {
        full: isAllowed(scope({})),
        read: isAllowed(scope({ access: 'read' })),
        upload: isAllowed(scope({ access: 'upload' })),
        project: isAllowed(scope({ studio: 'a', project: 'p' })),
      },
      expected,
    )
  })

test('leaves a token without a scope as it is', () => {
  const unscoped = caller(true, null)
  assert.equal(narrowToScope(unscoped), unscoped)
})

test('keeps only the membership of the studio', () => {
  const { memberships, studios } = narrowToScope(caller(false, scope({ studio: 'b' })))
  assert.deepEqual([memberships.map(({ studio }) => studio), studios], [['b'], ['b']])
  assert.deepEqual(narrowToScope(caller(false, scope({ studio: 'c' }))).studios, [])
})

test('turns an admin into a manager of the studio', () => {
  const narrowed = narrowToScope(caller(true, scope({ studio: 'c' })))
  assert.deepEqual(
    [narrowed.isAdmin, narrowed.installationPermissions.size, narrowed.studios],
    [false, 0, ['c']],
  )
  assert.ok(narrowed.memberships[0]!.permissions.has('studio.manage'))
  assert.ok(!narrowed.memberships[0]!.permissions.has('installation.manage'))
})

test('keeps no permission that writes for a token that reads', () => {
  const narrowed = narrowToScope(caller(true, scope({ access: 'read' })))
  for (const permissions of [
    narrowed.installationPermissions,
    ...narrowed.memberships.map((membership) => membership.permissions),
  ])
    assert.deepEqual([...permissions].toSorted(), [
      'embargo.bypass',
      'file.download',
      'report.read',
    ])
})
