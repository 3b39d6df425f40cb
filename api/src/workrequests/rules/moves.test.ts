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

test('the whole table: from each status, where it may go and who may take it there', () => {
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

test('a step the table does not have is 409 for everyone; one it has is 403 for who may not take it', () => {
  for (const mover of Object.values(MOVERS)) {
    const plan = planMove(storedRequest('incomplete'), 'approved', mover, GIVEN)
    assert.ok(!plan.ok && plan.status === 409 && plan.missing.length === 0)
  }
  for (const name of ['vendor', 'translator', 'guest', 'machine', 'service']) {
    const plan = planMove(storedRequest('incomplete'), 'submitted', MOVERS[name]!, GIVEN)
    assert.ok(!plan.ok && plan.status === 403, name)
  }
})

test('what stands in the way of handing in is named, all at once', () => {
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

test('a language must be one of the territory’s; a DCP stands for a use', () => {
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
    'a use alone is a choice',
  )
})

test('work begins when every material is there, or with a reason', () => {
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

test('an order is complete when each use has a file, none is still being made, and none would be sent back', () => {
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
    'no reason makes up for a file that is not there',
  )
})

test('a review needs an offline newer than the last rejection', () => {
  assert.deepEqual(missing(storedRequest('in-progress'), 'for-review', MOVERS.vendor!), ['offline'])
  assert.deepEqual(
    missing(storedRequestWithOffline('in-progress'), 'for-review', MOVERS.vendor!),
    [],
  )
})

test('an approval needs the newest offline approved where the workflow asks, and every ordered translation approved', () => {
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
    'that one was not ordered',
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

test('a rejection needs a reason and a code', () => {
  assert.deepEqual(missing(storedRequestWithOffline('for-review'), 'rejected', MOVERS.owner!), [
    'reason',
    'code',
  ])
  assert.deepEqual(
    missing(storedRequestWithOffline('for-review'), 'rejected', MOVERS.owner!, { reason: 'x' }),
    ['code'],
  )
})

test('it is complete when each ordered use has a verified file', () => {
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

test('it goes back to incomplete only without an offline; during work with a reason', () => {
  assert.deepEqual(
    missing(storedRequestWithOffline('awaiting-materials'), 'incomplete', MOVERS.owner!),
    ['offline'],
  )
  assert.deepEqual(missing(storedRequest('in-progress'), 'incomplete', MOVERS.studio!), ['reason'])
  assert.deepEqual(missing(storedRequest('in-progress'), 'cancelled', MOVERS.studio!), ['reason'])
  assert.deepEqual(missing(storedRequest('awaiting-materials'), 'cancelled', MOVERS.owner!), [])
  assert.deepEqual(missing(storedRequest('complete'), 'in-progress', MOVERS.admin!), ['reason'])
})

test('what a caller may choose takes a reason and a code for granted, and is in the order of the table', () => {
  assert.deepEqual(allowedStatuses(storedRequestWithOffline('for-review'), MOVERS.studio!), [
    'rejected',
    'approved',
    'cancelled',
  ])
  assert.deepEqual(allowedStatuses(storedRequest('complete'), MOVERS.admin!), ['in-progress'])
  assert.deepEqual(allowedStatuses(storedRequest('in-progress'), MOVERS.guest!), [])
})

test('the service moves on by itself as far as nothing is in the way', () => {
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
    'somebody approves it',
  )
  assert.equal(nextAutomaticStatus(storedRequestWithOffline('rejected')), 'in-progress')
  assert.equal(nextAutomaticStatus(storedRequest('rejected')), undefined)
  assert.equal(nextAutomaticStatus(storedRequest('approved')), 'complete')
  for (const status of ['incomplete', 'complete', 'cancelled'] as const)
    assert.equal(nextAutomaticStatus(storedRequest(status)), undefined)
})

test('asked for what it already is, or for submitted when the service has moved it on, nothing is left to do', () => {
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
