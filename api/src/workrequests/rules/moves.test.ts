import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storedRequest, storedRequestWithOffline } from '../../../test/stored-requests.ts'
import { STATUSES, type Status } from '../contract.ts'
import { alreadyAt, nextAutomaticStatus, planMove, allowedStatuses } from './moves.ts'
import type { StoredWorkRequest } from './stored.ts'
import { GIVEN, MOVERS, missingFor } from './movers.fixture.ts'

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

test('moves back to incomplete only without an offline, and with a reason during work', () => {
  assert.deepEqual(
    missingFor(storedRequestWithOffline('awaiting-materials'), 'incomplete', MOVERS.owner!),
    ['offline'],
  )
  assert.deepEqual(missingFor(storedRequest('in-progress'), 'incomplete', MOVERS.studio!), [
    'reason',
  ])
  assert.deepEqual(missingFor(storedRequest('in-progress'), 'cancelled', MOVERS.studio!), [
    'reason',
  ])
  assert.deepEqual(missingFor(storedRequest('awaiting-materials'), 'cancelled', MOVERS.owner!), [])
  assert.deepEqual(missingFor(storedRequest('complete'), 'in-progress', MOVERS.admin!), ['reason'])
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
  for (const field of ['auto', 'autoMode'])
    assert.equal(
      nextAutomaticStatus({ ...storedRequestWithOffline('in-progress'), [field]: true }),
      'for-review',
      field,
    )
  assert.equal(
    nextAutomaticStatus({ ...storedRequest('in-progress'), autoMode: true }),
    undefined,
    'there is nothing to review',
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
