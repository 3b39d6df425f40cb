import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLE_PERMISSIONS, type Role } from '../../access/rules.ts'
import { storedRequest, storedRequestWithOffline } from '../../../test/stored-requests.ts'
import { STATUSES, type Status } from '../contract.ts'
import { requireOrderFields } from './missing.ts'
import { alreadyAt, nextAutomaticStatus, planMove, allowedStatuses, type Mover } from './moves.ts'
import type { StoredWorkRequest } from './stored.ts'

const somebody = (_id: string, role: Role): Mover => ({
  _id,
  roles: [role],
  permissions: new Set(ROLE_PERMISSIONS[role]),
})
const MOVERS: Record<string, Mover> = {
  owner: somebody('owner', 'territory'),
  territory: somebody('other', 'territory'),
  studio: somebody('s', 'studio'),
  admin: somebody('a', 'admin'),
  vendor: somebody('v', 'vendor'),
  translator: somebody('l', 'translator'),
  guest: somebody('g', 'guest'),
  machine: somebody('m', 'service'),
  service: 'service',
}
const GIVEN = { reason: 'because', code: 'other' }
const missing = (request: StoredWorkRequest, to: Status, mover: Mover, asked = {}) => {
  const plan = planMove(request, to, mover, asked)
  return plan.ok ? [] : plan.missing.map(({ code }) => code)
}

test('allows exactly the moves and people of the table', () => {
  const who = (from: Status, to: Status) =>
    Object.keys(MOVERS)
      .filter((name) =>
        [storedRequest(from), storedRequestWithOffline(from)].some(
          (request) => planMove(request, to, MOVERS[name]!, GIVEN).ok,
        ),
      )
      .join(' ')
  const table = Object.fromEntries(
    STATUSES.map((from) => [
      from,
      Object.fromEntries(STATUSES.map((to) => [to, who(from, to)]).filter(([, names]) => names)),
    ]),
  )
  const [owners, workers, approvers, studios] = [
    'owner studio admin',
    'studio admin vendor',
    'owner territory studio admin',
    'studio admin',
  ]
  assert.deepEqual(table, {
    incomplete: { submitted: owners, cancelled: owners },
    submitted: {
      incomplete: owners,
      'awaiting-materials': `${workers} service`,
      'in-progress': `${workers} service`,
      cancelled: owners,
    },
    'awaiting-materials': {
      incomplete: owners,
      'in-progress': `${workers} service`,
      cancelled: owners,
    },
    'in-progress': {
      incomplete: studios,
      'awaiting-materials': `${workers} service`,
      'for-review': `${workers} service`,
      cancelled: studios,
    },
    'for-review': {
      incomplete: studios,
      rejected: approvers,
      approved: `${approvers} service`,
      cancelled: studios,
    },
    rejected: { incomplete: studios, 'in-progress': `${workers} service`, cancelled: studios },
    approved: { incomplete: studios, complete: `${workers} service`, cancelled: studios },
    complete: { 'in-progress': 'admin' },
    cancelled: { 'in-progress': 'admin' },
  })
})

test('answers 409 for an unknown move and 403 for the wrong person', () => {
  for (const mover of Object.values(MOVERS)) {
    const plan = planMove(storedRequest('incomplete'), 'approved', mover, GIVEN)
    assert.ok(!plan.ok && plan.status === 409 && plan.missing.length === 0)
  }
  for (const name of ['vendor', 'translator', 'guest', 'machine', 'service']) {
    const plan = planMove(storedRequest('incomplete'), 'submitted', MOVERS[name]!, GIVEN)
    assert.ok(!plan.ok && plan.status === 403, name)
  }
})

test('lists everything that blocks submission', () => {
  const empty: StoredWorkRequest = {
    ...storedRequest('incomplete'),
    language: '',
    dng: { dialogue: ['OV'], graphics: [], narration: [] },
    uses: { items: [], details: {} },
  }
  empty.facts = { ...empty.facts, languages: null, dueInTime: false }
  assert.deepEqual(missing(empty, 'submitted', MOVERS.owner!), [
    'territory',
    'language',
    'dng',
    'uses',
    'due',
  ])
  assert.deepEqual(requireOrderFields(storedRequest('incomplete')), [])
})

test('requires a language of the territory and accepts a DCP as a use', () => {
  assert.deepEqual(
    missing({ ...storedRequest('incomplete'), language: 'fra' }, 'submitted', MOVERS.owner!),
    ['language'],
  )
  assert.deepEqual(
    missing(
      {
        ...storedRequest('incomplete'),
        uses: { items: [], details: {} },
        dcp: { items: ['2D Flat'], details: [] },
      },
      'submitted',
      MOVERS.owner!,
    ),
    [],
  )
  assert.deepEqual(
    missing(
      {
        ...storedRequest('incomplete'),
        dng: { dialogue: ['OV'], graphics: ['OV'], narration: [] },
      },
      'submitted',
      MOVERS.owner!,
    ),
    [],
    'a use alone is enough',
  )
})

test('starts work with all materials or with a reason', () => {
  const waits = storedRequest('awaiting-materials')
  assert.deepEqual(missing(waits, 'in-progress', MOVERS.vendor!), ['material', 'material'])
  assert.deepEqual(missing(waits, 'in-progress', MOVERS.vendor!, { reason: '  ' }), [
    'material',
    'material',
  ])
  assert.deepEqual(missing(waits, 'in-progress', MOVERS.vendor!, { reason: 'we begin' }), [])
  assert.deepEqual(missing({ ...waits, materials: [] }, 'in-progress', MOVERS.vendor!), [])
  assert.deepEqual(
    missing({ ...storedRequest('submitted'), materials: [] }, 'awaiting-materials', MOVERS.vendor!),
    ['material'],
  )
  assert.deepEqual(
    missing(
      { ...storedRequest('in-progress'), materials: [] },
      'awaiting-materials',
      MOVERS.vendor!,
    ),
    ['reason', 'material'],
  )
})

test('requires a file for each use, no pending encode and no failing file', () => {
  const done = storedRequest('approved')
  const encode = {
    _id: 'e',
    kind: 'deliverable' as const,
    use: 'Online',
    value: 'Square 1080p',
    status: 'making' as const,
    progress: 0.5,
    file: null,
    error: null,
    created: 1,
  }
  assert.deepEqual(missing(done, 'complete', 'service'), [])
  assert.deepEqual(missing({ ...done, encodes: [encode] }, 'complete', 'service'), ['encode'])
  assert.deepEqual(
    missing(
      {
        ...done,
        encodes: [
          { ...encode, status: 'failed' },
          { ...encode, kind: 'sidecar' },
        ],
      },
      'complete',
      'service',
    ),
    [],
  )
  const faulty = { ...done, facts: { ...done.facts, faulty: ['Online'] } }
  assert.deepEqual(missing(faulty, 'complete', MOVERS.vendor!, GIVEN), ['lint'])
  assert.deepEqual(missing(faulty, 'complete', MOVERS.studio!), ['lint'])
  assert.deepEqual(missing(faulty, 'complete', MOVERS.studio!, GIVEN), [])
  assert.deepEqual(
    missing(
      { ...faulty, facts: { ...faulty.facts, delivered: [] } },
      'complete',
      MOVERS.studio!,
      GIVEN,
    ),
    ['deliverable'],
    'a reason does not replace a missing file',
  )
})

test('requires an offline newer than the last rejection for a review', () => {
  assert.deepEqual(missing(storedRequest('in-progress'), 'for-review', MOVERS.vendor!), ['offline'])
  assert.deepEqual(
    missing(storedRequestWithOffline('in-progress'), 'for-review', MOVERS.vendor!),
    [],
  )
})

test('requires approval of the offline, if the workflow does, and of all translations', () => {
  const review = storedRequestWithOffline('for-review')
  const [newest] = review.offlines
  assert.deepEqual(
    missing(
      { ...review, offlines: [{ ...newest!, decision: null }, newest!] },
      'approved',
      MOVERS.owner!,
    ),
    ['offline'],
  )
  assert.deepEqual(
    missing(
      { ...review, translation: { ...review.translation, status: 'submitted' } },
      'approved',
      MOVERS.owner!,
    ),
    ['translation'],
  )
  assert.deepEqual(
    missing(
      { ...review, graphicsTranslation: { ...review.graphicsTranslation, status: 'incomplete' } },
      'approved',
      MOVERS.owner!,
    ),
    [],
    'this use was not ordered',
  )
  const definition = { ...review.asset.workflow.definition, requireOfflineApproval: false }
  assert.deepEqual(
    missing(
      {
        ...review,
        offlines: [],
        asset: { ...review.asset, workflow: { ...review.asset.workflow, definition } },
      },
      'approved',
      'service',
    ),
    [],
  )
})

test('requires a reason and a code for a rejection', () => {
  assert.deepEqual(missing(storedRequestWithOffline('for-review'), 'rejected', MOVERS.owner!), [
    'reason',
    'code',
  ])
  assert.deepEqual(
    missing(storedRequestWithOffline('for-review'), 'rejected', MOVERS.owner!, { reason: 'x' }),
    ['code'],
  )
})

test('completes when each ordered use has a verified file', () => {
  const approved = {
    ...storedRequest('approved'),
    uses: { items: ['Online' as const, 'Print' as const], details: {} },
  }
  assert.deepEqual(missing(approved, 'complete', 'service'), ['deliverable'])
  assert.deepEqual(
    missing(
      { ...approved, facts: { ...approved.facts, delivered: ['Online', 'Print', 'Extra'] } },
      'complete',
      'service',
    ),
    [],
  )
})

test('moves back to incomplete only without an offline, and with a reason during work', () => {
  assert.deepEqual(
    missing(storedRequestWithOffline('awaiting-materials'), 'incomplete', MOVERS.owner!),
    ['offline'],
  )
  assert.deepEqual(missing(storedRequest('in-progress'), 'incomplete', MOVERS.studio!), ['reason'])
  assert.deepEqual(missing(storedRequest('in-progress'), 'cancelled', MOVERS.studio!), ['reason'])
  assert.deepEqual(missing(storedRequest('awaiting-materials'), 'cancelled', MOVERS.owner!), [])
  assert.deepEqual(missing(storedRequest('complete'), 'in-progress', MOVERS.admin!), ['reason'])
})

test('assumes a reason and a code for $statuses and keeps the order of the table', () => {
  assert.deepEqual(allowedStatuses(storedRequestWithOffline('for-review'), MOVERS.studio!), [
    'rejected',
    'approved',
    'cancelled',
  ])
  assert.deepEqual(allowedStatuses(storedRequest('complete'), MOVERS.admin!), ['in-progress'])
  assert.deepEqual(allowedStatuses(storedRequest('in-progress'), MOVERS.guest!), [])
})

test('moves automatically while nothing is missing', () => {
  assert.equal(nextAutomaticStatus(storedRequest('submitted')), 'awaiting-materials')
  assert.equal(nextAutomaticStatus({ ...storedRequest('submitted'), materials: [] }), 'in-progress')
  assert.equal(nextAutomaticStatus(storedRequest('awaiting-materials')), undefined)
  assert.equal(nextAutomaticStatus(storedRequestWithOffline('in-progress')), undefined)
  assert.equal(
    nextAutomaticStatus({ ...storedRequestWithOffline('in-progress'), autosubs: true }),
    'for-review',
  )
  assert.equal(
    nextAutomaticStatus(storedRequestWithOffline('for-review')),
    undefined,
    'a person approves it',
  )
  assert.equal(nextAutomaticStatus(storedRequestWithOffline('rejected')), 'in-progress')
  assert.equal(nextAutomaticStatus(storedRequest('rejected')), undefined)
  assert.equal(nextAutomaticStatus(storedRequest('approved')), 'complete')
  for (const status of ['incomplete', 'complete', 'cancelled'] as const)
    assert.equal(nextAutomaticStatus(storedRequest(status)), undefined)
})

test('treats a repeated status and an automatically passed submitted as done', () => {
  const entry = (status: Status, automatic: boolean) =>
    ({ status, automatic }) as StoredWorkRequest['history'][number]
  const moved = {
    ...storedRequest('awaiting-materials'),
    history: [
      entry('incomplete', false),
      entry('submitted', false),
      entry('awaiting-materials', true),
    ],
  }
  assert.ok(
    alreadyAt(moved, 'awaiting-materials') &&
      alreadyAt(moved, 'submitted') &&
      !alreadyAt(moved, 'incomplete'),
  )
  assert.ok(
    !alreadyAt(
      { ...moved, history: [...moved.history, entry('in-progress', false)], status: 'in-progress' },
      'submitted',
    ),
  )
  assert.ok(
    !alreadyAt(
      { ...storedRequest('incomplete'), history: [entry('incomplete', false)] },
      'submitted',
    ),
  )
})
