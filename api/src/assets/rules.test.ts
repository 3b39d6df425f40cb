import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Definition, Phase } from '../workflows/contract.ts'
import { mayOrder, orderable, planPhase, planWorkflow, type PhaseMove } from './rules.ts'

const phase = (more: Partial<Phase> = {}): Phase => ({
  groups: [],
  users: [],
  terminal: false,
  ...more,
})
const definition = (phases: Definition['phases']): Definition => ({
  phases,
  requireGraphicsApproval: true,
  requireOfflineApproval: true,
})
const STANDARD = definition({
  WIP: phase({ transitions: ['LOCK'] }),
  LOCK: phase({ transitions: ['FINAL'] }),
  FINAL: phase({ terminal: true, transitions: [] }),
})
const [studio, admin, service] = [
  { roles: ['studio'] },
  { roles: ['admin'] },
  { roles: ['service'] },
]
const outcomeOf = (plan: PhaseMove) => (plan.ok ? 'ok' : plan.status)
const outcome = (...args: Parameters<typeof planPhase>) => outcomeOf(planPhase(...args))

test('allows one step forward', () => {
  assert.equal(outcome(STANDARD, 'WIP', 'LOCK', service, undefined), 'ok')
  assert.equal(outcome(STANDARD, 'LOCK', 'FINAL', studio, undefined), 'ok')
  assert.equal(outcome(STANDARD, 'WIP', 'FINAL', admin, 'now'), 409)
})

test('rejects a phase that is not in the definition', () => {
  assert.equal(outcome(STANDARD, 'WIP', 'DONE', admin, 'x'), 422)
})

test('lets the studio move back with a reason', () => {
  assert.equal(outcome(STANDARD, 'LOCK', 'WIP', studio, 'recut'), 'ok')
  assert.equal(outcome(STANDARD, 'LOCK', 'WIP', studio, '  '), 409)
  assert.equal(outcome(STANDARD, 'LOCK', 'WIP', service, 'recut'), 403)
})

test('lets an admin leave a terminal phase with a reason', () => {
  for (const to of ['WIP', 'LOCK']) {
    assert.equal(outcome(STANDARD, 'FINAL', to, admin, 'recall'), 'ok')
    assert.equal(outcome(STANDARD, 'FINAL', to, admin, undefined), 409)
    assert.equal(outcome(STANDARD, 'FINAL', to, studio, 'recall'), 403)
  }
})

test('does not leave a terminal phase by redefining it', () => {
  const reopened = definition({ ...STANDARD.phases, FINAL: phase({ transitions: ['WIP'] }) })
  const plan = (to: Definition, phase: string, by: { roles: string[] }, reason?: string) =>
    outcomeOf(
      planWorkflow({ definition: STANDARD, phase: 'FINAL' }, { definition: to, phase }, by, reason),
    )
  assert.equal(plan(reopened, 'FINAL', studio, 'x'), 403)
  assert.equal(plan(reopened, 'WIP', studio, 'x'), 403)
  assert.equal(plan(reopened, 'WIP', admin), 409)
  assert.equal(plan(reopened, 'WIP', admin, 'x'), 'ok')
  assert.equal(plan(STANDARD, 'FINAL', studio), 'ok', 'accepts the current phase as no move')
  assert.equal(plan(definition({ END: phase({ terminal: true }) }), 'FINAL', admin, 'x'), 422)
})

test('allows a new definition that keeps the current phase', () => {
  const other = definition({ WIP: phase({ users: ['me'] }), OUT: phase({ terminal: true }) })
  assert.equal(
    outcomeOf(
      planWorkflow(
        { definition: STANDARD, phase: 'WIP' },
        { definition: other, phase: 'WIP' },
        service,
        undefined,
      ),
    ),
    'ok',
  )
  assert.equal(
    outcomeOf(
      planWorkflow(
        { definition: STANDARD, phase: 'LOCK' },
        { definition: other, phase: 'LOCK' },
        admin,
        'x',
      ),
    ),
    422,
  )
})

const person = (more: object = {}) => ({
  _id: 'me',
  groups: ['mine'],
  roles: ['territory'],
  permissions: new Set(['workrequest.create']),
  ...more,
})

test('opens a phase without lists to everyone who may order', () => {
  assert.ok(mayOrder(phase(), person(), 'dialogue_Dubbed'))
  assert.ok(!mayOrder(phase(), person({ permissions: new Set() }), 'dialogue_Dubbed'))
  assert.ok(!mayOrder(undefined, person(), 'dialogue_Dubbed'))
  assert.equal(orderable(phase(), person()).length, 3 * 4 + 14)
})

test('closes a phase with lists to others', () => {
  assert.deepEqual(orderable(phase({ users: ['you'] }), person()), [])
  assert.ok(mayOrder(phase({ users: ['me'] }), person(), 'usage_imax'))
  assert.ok(mayOrder(phase({ users: ['you'] }), person({ roles: ['admin'] }), 'usage_imax'))
})

test('opens what a group lists: a treatment for all parts or one part, a usage, or everything', () => {
  const only = (dng: string[], usages: string[]) =>
    orderable(phase({ groups: [{ id: 'mine', dng, usages }] }), person())
  assert.deepEqual(only(['Subtitled'], ['online']), [
    'dialogue_Subtitled',
    'graphics_Subtitled',
    'narration_Subtitled',
    'usage_online',
  ])
  assert.deepEqual(only(['dialogue_Dubbed'], ['usage_dcp']), ['dialogue_Dubbed', 'usage_dcp'])
  assert.equal(only([], []).length, 26)
  assert.deepEqual(
    orderable(phase({ groups: [{ id: 'theirs', dng: [], usages: [] }] }), person()),
    [],
  )
})

test('combines two groups of one person', () => {
  const groups = [
    { id: 'mine', dng: ['OV'], usages: ['none'] },
    { id: 'other', dng: ['none'], usages: ['online'] },
  ]
  assert.deepEqual(orderable(phase({ groups }), person({ groups: ['mine', 'other'] })), [
    'dialogue_OV',
    'graphics_OV',
    'narration_OV',
    'usage_online',
  ])
})
