import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storedRequest, storedRequestWithOffline } from '../../../test/stored-requests.ts'
import { requireOrderFields } from './missing.ts'
import { planMove } from './moves.ts'
import type { StoredWorkRequest } from './stored.ts'
import { GIVEN, MOVERS, missingFor } from './movers.fixture.ts'

test('lists everything that blocks submission', () => {
  const empty: StoredWorkRequest = {
    ...storedRequest('incomplete'),
    language: '',
    dng: { dialogue: ['OV'], graphics: [], narration: [] },
    uses: { items: [], details: {} },
  }
  empty.conditions = { ...empty.conditions, languages: null, isDueInTime: false }
  assert.deepEqual(missingFor(empty, 'submitted', MOVERS.owner!), [
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
    missingFor({ ...storedRequest('incomplete'), language: 'fra' }, 'submitted', MOVERS.owner!),
    ['language'],
  )
  assert.deepEqual(
    missingFor(
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
    missingFor(
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
  assert.deepEqual(missingFor(waits, 'in-progress', MOVERS.vendor!), ['material', 'material'])
  assert.deepEqual(missingFor(waits, 'in-progress', MOVERS.vendor!, { reason: '  ' }), [
    'material',
    'material',
  ])
  assert.deepEqual(missingFor(waits, 'in-progress', MOVERS.vendor!, { reason: 'we begin' }), [])
  assert.deepEqual(missingFor({ ...waits, materials: [] }, 'in-progress', MOVERS.vendor!), [])
  assert.deepEqual(
    missingFor(
      { ...storedRequest('submitted'), materials: [] },
      'awaiting-materials',
      MOVERS.vendor!,
    ),
    ['material'],
  )
  assert.deepEqual(
    missingFor(
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
  assert.deepEqual(missingFor(done, 'complete', 'service'), [])
  assert.deepEqual(missingFor({ ...done, encodes: [encode] }, 'complete', 'service'), ['encode'])
  assert.deepEqual(
    missingFor(
      {
        ...done,
        encodes: [
          { ...encode, status: 'failed' },
          { ...encode, kind: 'sidecar', status: 'ready' },
        ],
      },
      'complete',
      'service',
    ),
    [],
  )
  assert.deepEqual(
    missingFor(
      { ...done, encodes: [{ ...encode, kind: 'sidecar' }] },
      'complete',
      MOVERS.studio!,
      GIVEN,
    ),
    ['encode'],
    'subtitle files are waited for, even with a reason',
  )
  const failed = { ...encode, kind: 'sidecar' as const, status: 'failed' as const }
  assert.deepEqual(missingFor({ ...done, encodes: [failed] }, 'complete', 'service'), ['encode'])
  assert.deepEqual(
    missingFor(
      { ...done, encodes: [{ ...failed, status: 'ready' }, failed] },
      'complete',
      'service',
    ),
    [],
    'a newer subtitle file replaces a failed one',
  )
})

type Deliverable = StoredWorkRequest['conditions']['deliverables'][number]
const withDeliverables = (...states: Deliverable['state'][]): StoredWorkRequest => {
  const request = storedRequest('approved')
  const deliverables = states.map((state) => ({ use: 'Online', state, companion: false }))
  return { ...request, conditions: { ...request.conditions, deliverables } }
}

test('waits for the checks of every attached file', () => {
  const checking = withDeliverables('clean', 'checking', 'checking')
  const plan = planMove(checking, 'complete', 'service')
  assert.deepEqual(!plan.ok && plan.missing, [
    {
      code: 'deliverable.checking',
      step: 'deliverable.checking',
      of: '2',
      message: 'Checking 2 files',
      who: 'the service',
    },
  ])
  assert.deepEqual(missingFor(checking, 'complete', MOVERS.vendor!, GIVEN), [
    'deliverable.checking',
  ])
  assert.deepEqual(missingFor(checking, 'complete', MOVERS.studio!, GIVEN), [])
  const faulty = withDeliverables('clean', 'failed')
  assert.deepEqual(missingFor(faulty, 'complete', MOVERS.vendor!, GIVEN), ['lint'])
  assert.deepEqual(missingFor(faulty, 'complete', MOVERS.studio!), ['lint'])
  assert.deepEqual(missingFor(faulty, 'complete', MOVERS.studio!, GIVEN), [])
})

test('accepts no reason instead of a file', () => {
  for (const [request, expected] of [
    [withDeliverables(), ['deliverable']],
    [withDeliverables('waiting'), ['deliverable', 'deliverable']],
    [withDeliverables('clean', 'waiting'), ['deliverable']],
  ] as const)
    assert.deepEqual(missingFor(request, 'complete', MOVERS.studio!, GIVEN), expected)
})

test('does not take a subtitle file for a version', () => {
  const request = withDeliverables('clean')
  const [file] = request.conditions.deliverables
  const subtitles = {
    ...request,
    conditions: { ...request.conditions, deliverables: [{ ...file!, companion: true }] },
  }
  assert.deepEqual(missingFor(subtitles, 'complete', 'service'), ['deliverable'])
  assert.deepEqual(missingFor(subtitles, 'complete', MOVERS.studio!, GIVEN), [])
})

test('requires an offline newer than the last rejection for a review', () => {
  assert.deepEqual(missingFor(storedRequest('in-progress'), 'for-review', MOVERS.vendor!), [
    'offline',
  ])
  assert.deepEqual(
    missingFor(storedRequestWithOffline('in-progress'), 'for-review', MOVERS.vendor!),
    [],
  )
})

test('requires approval of the offline, if the workflow does, and of all translations', () => {
  const review = storedRequestWithOffline('for-review')
  const [newest] = review.offlines
  assert.deepEqual(
    missingFor(
      { ...review, offlines: [{ ...newest!, decision: null }, newest!] },
      'approved',
      MOVERS.owner!,
    ),
    ['offline'],
  )
  assert.deepEqual(
    missingFor(
      { ...review, translation: { ...review.translation, status: 'submitted' } },
      'approved',
      MOVERS.owner!,
    ),
    ['translation'],
  )
  assert.deepEqual(
    missingFor(
      { ...review, graphicsTranslation: { ...review.graphicsTranslation, status: 'incomplete' } },
      'approved',
      MOVERS.owner!,
    ),
    [],
    'this use was not ordered',
  )
  const definition = { ...review.asset.workflow.definition, requireOfflineApproval: false }
  assert.deepEqual(
    missingFor(
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
  assert.deepEqual(missingFor(storedRequestWithOffline('for-review'), 'rejected', MOVERS.owner!), [
    'reason',
    'code',
  ])
  assert.deepEqual(
    missingFor(storedRequestWithOffline('for-review'), 'rejected', MOVERS.owner!, { reason: 'x' }),
    ['code'],
  )
})

test('completes when each ordered use has a verified file', () => {
  const approved = {
    ...storedRequest('approved'),
    uses: { items: ['Online' as const, 'Print' as const], details: {} },
  }
  assert.deepEqual(missingFor(approved, 'complete', 'service'), ['deliverable'])
  assert.deepEqual(
    missingFor(
      {
        ...approved,
        conditions: {
          ...approved.conditions,
          deliverables: ['Online', 'Print', 'Extra'].map((use) => ({
            use,
            state: 'clean' as const,
            companion: false,
          })),
        },
      },
      'complete',
      'service',
    ),
    [],
  )
})
