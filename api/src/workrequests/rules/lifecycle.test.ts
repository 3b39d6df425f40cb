// The rules as a machine: whatever people try in whatever order, a request is only ever where the
// contract's table lets it be.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ROLE_PERMISSIONS, type Role } from '../../access/rules.ts'
import { storedRequest } from '../../../test/stored-requests.ts'
import { STATUSES, type Status } from '../contract.ts'
import { materialsFor, openMaterials, subtitlesState } from './materials.ts'
import { alreadyAt, nextAutomaticStatus, planMove, allowedStatuses, type Mover } from './moves.ts'
import type { StoredWorkRequest } from './stored.ts'

/**
 * The arrows of decisions.md, written down once more: the table under test must not be its own
 * witness.
 */
const ARROWS: Record<Status, Status[]> = {
  incomplete: ['submitted', 'cancelled'],
  submitted: ['awaiting-materials', 'in-progress', 'incomplete', 'cancelled'],
  'awaiting-materials': ['in-progress', 'incomplete', 'cancelled'],
  'in-progress': ['awaiting-materials', 'for-review', 'incomplete', 'cancelled'],
  'for-review': ['approved', 'rejected', 'incomplete', 'cancelled'],
  rejected: ['in-progress', 'incomplete', 'cancelled'],
  approved: ['complete', 'incomplete', 'cancelled'],
  complete: ['in-progress'],
  cancelled: ['in-progress'],
}

const somebody = (_id: string, role: Role) => ({
  _id,
  roles: [role],
  permissions: new Set<string>(ROLE_PERMISSIONS[role]),
})
const PEOPLE = {
  owner: somebody('owner', 'territory'),
  territory: somebody('t', 'territory'),
  studio: somebody('s', 'studio'),
  admin: somebody('a', 'admin'),
  vendor: somebody('v', 'vendor'),
  guest: somebody('g', 'guest'),
}

type Deed =
  /**
   * Half of the moves are wild; the others are among those the mover may choose, so that lives get
   * far.
   */
  | {
      kind: 'move'
      by: keyof typeof PEOPLE
      to: Status
      choice: number | null
      reason: boolean
      code: boolean
    }
  | { kind: 'material'; name: string; complete: boolean; approved: boolean }
  | { kind: 'offline' }
  | { kind: 'decide'; approved: boolean }
  | { kind: 'translate'; status: 'incomplete' | 'submitted' | 'approved' }
  | { kind: 'deliver' }

const deed = fc.oneof<fc.Arbitrary<Deed>[]>(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      by: fc.constantFrom(...(Object.keys(PEOPLE) as (keyof typeof PEOPLE)[])),
      to: fc.constantFrom(...STATUSES),
      choice: fc.option(fc.nat(9)),
      reason: fc.boolean(),
      code: fc.boolean(),
    }),
  } as never,
  fc.record({
    kind: fc.constant('material' as const),
    name: fc.constantFrom('Graphics', 'Dubbed'),
    complete: fc.boolean(),
    approved: fc.boolean(),
  }),
  fc.constant({ kind: 'offline' as const }),
  fc.record({ kind: fc.constant('decide' as const), approved: fc.boolean() }),
  fc.record({
    kind: fc.constant('translate' as const),
    status: fc.constantFrom('incomplete' as const, 'submitted' as const, 'approved' as const),
  }),
  fc.constant({ kind: 'deliver' as const }),
)

/** Applies the commands to a request without a database. */
function live(begin: StoredWorkRequest) {
  let request = begin
  const walked: { from: Status; to: Status; by: Mover }[] = []
  const set = (more: Partial<StoredWorkRequest>) => {
    request = { ...request, ...more }
  }
  const follow = () =>
    set({
      materials: request.materials.map((material) =>
        material.name === 'Subtitled' ? { ...material, ...subtitlesState(request) } : material,
      ),
    })
  const go = (to: Status, by: Mover) => {
    walked.push({ from: request.status, to, by })
    if (to === 'submitted')
      set({
        materials: materialsFor(request).map(
          (name) =>
            request.materials.find((known) => known.name === name) ?? {
              name,
              complete: false,
              approved: false,
              files: [],
            },
        ),
      })
    if (to === 'rejected') set({ facts: { ...request.facts, freshOffline: false } })
    set({
      status: to,
      history: [
        ...request.history,
        { status: to, automatic: by === 'service' } as StoredWorkRequest['history'][number],
      ],
    })
  }
  const settle = () => {
    follow()
    for (let to = nextAutomaticStatus(request), steps = 0; to; to = nextAutomaticStatus(request)) {
      assert.ok(++steps < 10, 'automatic moves end')
      go(to, 'service')
    }
  }
  return {
    walked,
    get request() {
      return request
    },
    do(done: Deed) {
      const closed =
        request.status === 'incomplete' ||
        request.status === 'complete' ||
        request.status === 'cancelled'
      if (done.kind === 'move') {
        const by = PEOPLE[done.by]
        const choices = allowedStatuses(request, by).filter(
          (status) => status !== 'cancelled' && status !== 'incomplete',
        )
        const to =
          done.choice === null ? done.to : (choices[done.choice % choices.length] ?? done.to)
        const asked = {
          reason: done.reason ? 'because' : undefined,
          code: done.code ? 'other' : undefined,
        }
        if (alreadyAt(request, to) || !planMove(request, to, by, asked).ok) return
        go(to, by)
      }
      if (done.kind === 'material' && !closed)
        set({
          materials: request.materials.map((material) =>
            material.name === done.name
              ? { ...material, complete: done.complete, approved: done.approved && done.complete }
              : material,
          ),
        })
      if (
        done.kind === 'offline' &&
        ['awaiting-materials', 'in-progress', 'for-review', 'rejected'].includes(request.status)
      ) {
        set({
          offlines: [
            {
              _id: `${request.offlines.length}`,
              file: 'f',
              from: 'v',
              decision: null,
              reason: '',
              code: null,
              created: 1,
            },
            ...request.offlines,
          ],
          facts: { ...request.facts, freshOffline: true },
        })
      }
      if (done.kind === 'decide' && request.offlines[0] && !request.offlines[0].decision)
        set({
          offlines: [
            { ...request.offlines[0], decision: done.approved ? 'approved' : 'rejected' },
            ...request.offlines.slice(1),
          ],
        })
      if (done.kind === 'translate')
        set({ translation: { ...request.translation, status: done.status } })
      if (done.kind === 'deliver' && !closed)
        set({ facts: { ...request.facts, delivered: ['Online'] } })
      settle()
    },
  }
}

const draft = (
  dubbed: boolean,
  graphicsApproval: boolean,
  offlineApproval: boolean,
): StoredWorkRequest => {
  const request = storedRequest('incomplete')
  const definition = {
    phases: {},
    requireGraphicsApproval: graphicsApproval,
    requireOfflineApproval: offlineApproval,
  }
  return {
    ...request,
    materials: [],
    history: [],
    translation: { ...request.translation, status: 'incomplete' },
    facts: { ...request.facts, delivered: [] },
    dng: { ...request.dng, narration: dubbed ? ['Dubbed'] : ['OV'] },
    asset: { ...request.asset, workflow: { ...request.asset.workflow, definition } },
  }
}

/**
 * The service leaves `submitted` before anyone else can, and what came to a review has an offline.
 */
const UNSEEN = [
  'submitted → incomplete',
  'submitted → cancelled',
  'for-review → incomplete',
  'rejected → incomplete',
  'approved → incomplete',
]

const lives = fc.tuple(
  fc.boolean(),
  fc.boolean(),
  fc.boolean(),
  fc.array(deed, { maxLength: 60, size: 'max' }),
)

test('generates sequences that reach every status and every transition', () => {
  const walked = fc
    .sample(lives, { numRuns: 2000, seed: 7 })
    .flatMap(([dubbed, graphics, offline, deeds]) => {
      const life = live(draft(dubbed, graphics, offline))
      for (const done of deeds) life.do(done)
      return life.walked.map(({ from, to }) => `${from} → ${to}`)
    })
  const drawn = STATUSES.flatMap((from) => ARROWS[from].map((to) => `${from} → ${to}`)).filter(
    (arrow) => !UNSEEN.includes(arrow),
  )
  assert.deepEqual(
    drawn.filter((arrow) => !walked.includes(arrow)),
    [],
  )
})

test('never makes a transition outside the table', () =>
  fc.assert(
    fc.property(lives, ([dubbed, graphics, offline, deeds]) => {
      const life = live(draft(dubbed, graphics, offline))
      for (const done of deeds) life.do(done)
      for (const { from, to } of life.walked)
        assert.ok(ARROWS[from].includes(to), `${from} → ${to}`)
    }),
    { numRuns: 400 },
  ))

test('never reaches a status without its requirements or by the wrong person', () =>
  fc.assert(
    fc.property(lives, ([dubbed, graphics, offline, deeds]) => {
      const life = live(draft(dubbed, graphics, offline))
      for (const done of deeds) {
        const steps = life.walked.length
        life.do(done)
        for (const { to, by } of life.walked.slice(steps)) {
          const { request } = life
          if (to === 'approved')
            assert.ok(
              (!offline || request.offlines[0]?.decision === 'approved') &&
                request.translation.status === 'approved',
            )
          if (to === 'complete') assert.deepEqual(request.facts.delivered, ['Online'])
          if (to === 'for-review') assert.ok(request.offlines.length > 0)
          if (to === 'incomplete') assert.equal(request.offlines.length, 0)
          if (to === 'in-progress' && by === 'service' && steps === life.walked.length - 1)
            assert.ok(openMaterials(request).length === 0 || request.facts.freshOffline)
          if (by === PEOPLE.guest) assert.fail('a guest moved it')
          if (by === PEOPLE.vendor)
            assert.ok(['awaiting-materials', 'in-progress', 'for-review', 'complete'].includes(to))
          if (by === PEOPLE.territory) assert.ok(['approved', 'rejected'].includes(to))
        }
      }
    }),
    { numRuns: 400 },
  ))

test('makes every automatic move at once and nothing on a second run', () =>
  fc.assert(
    fc.property(lives, ([dubbed, graphics, offline, deeds]) => {
      const life = live(draft(dubbed, graphics, offline))
      for (const done of deeds) {
        life.do(done)
        assert.notEqual(life.request.status, 'submitted')
        assert.equal(nextAutomaticStatus(life.request), undefined)
      }
    }),
    { numRuns: 200 },
  ))

test('offers exactly the moves that are accepted', () =>
  fc.assert(
    fc.property(
      lives,
      fc.constantFrom(...Object.values(PEOPLE)),
      ([dubbed, graphics, offline, deeds], person) => {
        const life = live(draft(dubbed, graphics, offline))
        for (const done of deeds) life.do(done)
        const chosen = allowedStatuses(life.request, person)
        for (const to of STATUSES)
          assert.equal(
            chosen.includes(to),
            planMove(life.request, to, person, { reason: 'x', code: 'other' }).ok,
          )
        for (const to of chosen) assert.ok(ARROWS[life.request.status].includes(to))
      },
    ),
    { numRuns: 200 },
  ))
