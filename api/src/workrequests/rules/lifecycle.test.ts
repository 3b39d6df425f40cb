// Property tests of the life cycle: random actions never lead outside the table of transitions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ROLE_PERMISSIONS, type Role } from '../../access/rules.ts'
import { storedRequest } from '../../../test/stored-requests.ts'
import { STATUSES, type Status } from '../contract.ts'
import { materialsFor, openMaterials, subtitlesState } from './materials.ts'
import { alreadyAt, nextAutomaticStatus, planMove, allowedStatuses, type Mover } from './moves.ts'
import type { StoredWorkRequest } from './stored.ts'

/** Written out again, so that the table under test is not compared with itself. */
const TRANSITIONS: Record<Status, Status[]> = {
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

const personWith = (_id: string, role: Role) => ({
  _id,
  roles: [role],
  groups: [],
  permissions: new Set<string>(ROLE_PERMISSIONS[role]),
})
const PEOPLE = {
  owner: personWith('owner', 'territory'),
  territory: personWith('t', 'territory'),
  studio: personWith('s', 'studio'),
  admin: personWith('a', 'admin'),
  vendor: personWith('v', 'vendor'),
  guest: personWith('g', 'guest'),
}

type Action =
  /** Half of the moves are random; the others are allowed ones, so that sequences get far. */
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

const action = fc.oneof<fc.Arbitrary<Action>[]>(
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

type MoveAction = Extract<Action, { kind: 'move' }>

/** Applies actions to a request without a database, with the automatic moves after each one. */
function simulate(initial: StoredWorkRequest) {
  let request = initial
  const moves: { from: Status; to: Status; by: Mover }[] = []
  const moveTo = (to: Status, by: Mover) => {
    moves.push({ from: request.status, to, by })
    request = { ...request, ...changesByMove(request, to, by) }
  }
  const advance = () => {
    request = { ...request, ...followTranslations(request) }
    for (let to = nextAutomaticStatus(request), steps = 0; to; to = nextAutomaticStatus(request)) {
      assert.ok(++steps < 10, 'automatic moves end')
      moveTo(to, 'service')
    }
  }
  return {
    moves,
    get request() {
      return request
    },
    perform(action: Action) {
      if (action.kind === 'move') {
        const move = chosenMove(request, action)
        if (!move) return
        moveTo(move.to, move.by)
      } else request = { ...request, ...changesByAction(request, action) }
      advance()
    },
  }
}

/** The move of an action, if the rules allow it. */
function chosenMove(request: StoredWorkRequest, action: MoveAction) {
  const by = PEOPLE[action.by]
  const choices = allowedStatuses(request, by).filter(
    (status) => status !== 'cancelled' && status !== 'incomplete',
  )
  const { choice } = action
  const to = choice === null ? action.to : (choices[choice % choices.length] ?? action.to)
  const input = {
    reason: action.reason ? 'because' : undefined,
    code: action.code ? 'other' : undefined,
  }
  return alreadyAt(request, to) || !planMove(request, to, by, input).ok ? undefined : { to, by }
}

function changesByMove(
  request: StoredWorkRequest,
  to: Status,
  by: Mover,
): Partial<StoredWorkRequest> {
  const entry = { status: to, automatic: by === 'service' }
  const history = [...request.history, entry as StoredWorkRequest['history'][number]]
  const open = { complete: false, approved: false, files: [] }
  const materials = materialsFor(request).map(
    (name) => request.materials.find((material) => material.name === name) ?? { name, ...open },
  )
  return {
    status: to,
    history,
    ...(to === 'submitted' && { materials }),
    ...(to === 'rejected' && { conditions: { ...request.conditions, hasFreshOffline: false } }),
  }
}

const followTranslations = (request: StoredWorkRequest): Partial<StoredWorkRequest> => ({
  materials: request.materials.map((material) =>
    material.name === 'Subtitled' ? { ...material, ...subtitlesState(request) } : material,
  ),
})

function changesByAction(
  request: StoredWorkRequest,
  action: Exclude<Action, MoveAction>,
): Partial<StoredWorkRequest> {
  const { status, materials, offlines, conditions, translation } = request
  const isClosed = ['incomplete', 'complete', 'cancelled'].includes(status)
  if (action.kind === 'translate') return { translation: { ...translation, status: action.status } }
  if (action.kind === 'offline') return acceptsOfflines(status) ? addedOffline(request) : {}
  if (action.kind === 'decide') {
    const [newest, ...older] = offlines
    if (!newest || newest.decision) return {}
    const decision = action.approved ? 'approved' : 'rejected'
    return { offlines: [{ ...newest, decision }, ...older] }
  }
  if (isClosed) return {}
  if (action.kind === 'deliver')
    return {
      conditions: {
        ...conditions,
        deliverables: [{ use: 'Online', state: 'clean', companion: false }],
      },
    }
  const { name, complete, approved } = action
  return {
    materials: materials.map((material) =>
      material.name === name ? { ...material, complete, approved: approved && complete } : material,
    ),
  }
}

const acceptsOfflines = (status: Status) =>
  ['awaiting-materials', 'in-progress', 'for-review', 'rejected'].includes(status)

function addedOffline({ offlines, conditions }: StoredWorkRequest): Partial<StoredWorkRequest> {
  const _id = `${offlines.length}`
  const undecided = { decision: null, reason: '', code: null, created: 1 }
  return {
    offlines: [{ _id, file: 'f', from: 'v', ...undecided }, ...offlines],
    conditions: { ...conditions, hasFreshOffline: true },
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
    conditions: { ...request.conditions, deliverables: [] },
    dng: { ...request.dng, narration: dubbed ? ['Dubbed'] : ['OV'] },
    asset: { ...request.asset, workflow: { ...request.asset.workflow, definition } },
  }
}

/**
 * The service leaves `submitted` before anyone else can, and what came to a review has an offline.
 */
const UNREACHABLE = [
  'submitted → incomplete',
  'submitted → cancelled',
  'for-review → incomplete',
  'rejected → incomplete',
  'approved → incomplete',
]

const sequences = fc.tuple(
  fc.boolean(),
  fc.boolean(),
  fc.boolean(),
  fc.array(action, { maxLength: 60, size: 'max' }),
)

test('generates sequences that reach every status and every transition', () => {
  const reached = fc
    .sample(sequences, { numRuns: 2000, seed: 7 })
    .flatMap(([dubbed, graphics, offline, actions]) => {
      const simulation = simulate(draft(dubbed, graphics, offline))
      for (const action of actions) simulation.perform(action)
      return simulation.moves.map(({ from, to }) => `${from} → ${to}`)
    })
  const transitions = STATUSES.flatMap((from) =>
    TRANSITIONS[from].map((to) => `${from} → ${to}`),
  ).filter((transition) => !UNREACHABLE.includes(transition))
  assert.deepEqual(
    transitions.filter((transition) => !reached.includes(transition)),
    [],
  )
})

test('never makes a transition outside the table', () =>
  fc.assert(
    fc.property(sequences, ([dubbed, graphics, offline, actions]) => {
      const simulation = simulate(draft(dubbed, graphics, offline))
      for (const action of actions) simulation.perform(action)
      for (const { from, to } of simulation.moves)
        assert.ok(TRANSITIONS[from].includes(to), `${from} → ${to}`)
    }),
    { numRuns: 400 },
  ))

test('never reaches a status without its requirements or by the wrong person', () =>
  fc.assert(
    fc.property(sequences, ([dubbed, graphics, offline, actions]) => {
      const simulation = simulate(draft(dubbed, graphics, offline))
      for (const action of actions) {
        const steps = simulation.moves.length
        simulation.perform(action)
        for (const { to, by } of simulation.moves.slice(steps)) {
          const { request } = simulation
          if (to === 'approved')
            assert.ok(
              (!offline || request.offlines[0]?.decision === 'approved') &&
                request.translation.status === 'approved',
            )
          if (to === 'complete') assert.equal(request.conditions.deliverables.length, 1)
          if (to === 'for-review') assert.ok(request.offlines.length > 0)
          if (to === 'incomplete') assert.equal(request.offlines.length, 0)
          if (to === 'in-progress' && by === 'service' && steps === simulation.moves.length - 1)
            assert.ok(openMaterials(request).length === 0 || request.conditions.hasFreshOffline)
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
    fc.property(sequences, ([dubbed, graphics, offline, actions]) => {
      const simulation = simulate(draft(dubbed, graphics, offline))
      for (const action of actions) {
        simulation.perform(action)
        assert.notEqual(simulation.request.status, 'submitted')
        assert.equal(nextAutomaticStatus(simulation.request), undefined)
      }
    }),
    { numRuns: 200 },
  ))

test('offers exactly the moves that are accepted', () =>
  fc.assert(
    fc.property(
      sequences,
      fc.constantFrom(...Object.values(PEOPLE)),
      ([dubbed, graphics, offline, actions], person) => {
        const simulation = simulate(draft(dubbed, graphics, offline))
        for (const action of actions) simulation.perform(action)
        const chosen = allowedStatuses(simulation.request, person)
        for (const to of STATUSES)
          assert.equal(
            chosen.includes(to),
            planMove(simulation.request, to, person, { reason: 'x', code: 'other' }).ok,
          )
        for (const to of chosen) assert.ok(TRANSITIONS[simulation.request.status].includes(to))
      },
    ),
    { numRuns: 200 },
  ))
