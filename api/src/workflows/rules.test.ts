import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Definition, Phase } from './contract.ts'
import { definitionErrors, firstPhase, isTerminal, nextPhases, changedPhases } from './rules.ts'

const phase = (more: Partial<Phase> = {}): Phase => ({
  groups: [],
  users: [],
  terminal: false,
  ...more,
})
const define = (phases: Definition['phases']): Definition => ({
  phases,
  requireGraphicsApproval: true,
  requireOfflineApproval: true,
})
const end = phase({ terminal: true })
const usual = define({ WIP: phase(), LOCK: phase(), FINAL: end })
const pointers = (definition: Definition) =>
  definitionErrors(definition).map((error) => error.pointer)

test('accepts the standard definition: WIP, LOCK, FINAL', () => {
  assert.deepEqual(definitionErrors(usual), [])
  assert.equal(firstPhase(usual), 'WIP')
  assert.deepEqual(
    ['WIP', 'LOCK', 'FINAL'].map((name) => nextPhases(usual, name)),
    [['LOCK'], ['FINAL'], []],
  )
})

test('requires a phase and a terminal phase', () => {
  assert.deepEqual(pointers(define({})), ['/definition/phases'])
  assert.deepEqual(pointers(define({ WIP: phase() })), ['/definition/phases'])
})

test('requires transitions to other existing phases', () => {
  assert.deepEqual(
    pointers(
      define({
        WIP: phase({ transitions: ['FINAL', 'WIP', 'NOWHERE', 'constructor'] }),
        FINAL: end,
      }),
    ),
    [
      '/definition/phases/WIP/transitions/1',
      '/definition/phases/WIP/transitions/2',
      '/definition/phases/WIP/transitions/3',
    ],
  )
})

test('reports errors with their positions', () => {
  assert.equal(
    definitionErrors(define({}), '/workflow/definition')[0]!.pointer,
    '/workflow/definition/phases',
  )
})

test('uses only listed transitions, even if the list is empty', () => {
  const definition = define({
    WIP: phase({ transitions: ['FINAL'] }),
    LOCK: phase({ transitions: [] }),
    FINAL: phase({ terminal: true, transitions: ['WIP'] }),
  })
  assert.deepEqual(
    ['WIP', 'LOCK', 'FINAL'].map((name) => nextPhases(definition, name)),
    [['FINAL'], [], ['WIP']],
  )
})

test('finds no transition from an unknown phase', () => {
  for (const name of ['NOWHERE', 'constructor', '__proto__', '']) {
    assert.deepEqual(nextPhases(usual, name), [])
    assert.equal(isTerminal(usual, name), false)
  }
})

test('ends at the terminal phase', () => {
  assert.deepEqual(
    ['WIP', 'LOCK', 'FINAL'].map((name) => isTerminal(usual, name)),
    [false, false, true],
  )
})

test('starts at the phase without an incoming transition if there is no WIP', () => {
  assert.equal(
    firstPhase(
      define({
        CUT: phase({ transitions: ['DONE'] }),
        BRIEF: phase({ transitions: ['CUT'] }),
        DONE: end,
      }),
    ),
    'BRIEF',
  )
  assert.equal(
    firstPhase(
      define({
        B: phase({ transitions: ['A'] }),
        A: phase({ transitions: ['B'] }),
        Z: phase({ terminal: true }),
      }),
    ),
    'Z',
  )
})

test('orders other phases alphabetically and terminal ones last', () => {
  const definition = define({ ZETA: phase(), DONE: end, ALPHA: phase() })
  assert.deepEqual(
    ['ALPHA', 'ZETA', 'DONE'].map((name) => nextPhases(definition, name)),
    [['ZETA'], ['DONE'], []],
  )
})

test('ignores the order of phases in the document', () => {
  const names = ['WIP', 'LOCK', 'FINAL', 'BRIEF', 'CUT']
  const of = (order: string[]) =>
    define(Object.fromEntries(order.map((name) => [name, name === 'FINAL' ? end : phase()])))
  fc.assert(
    fc.property(fc.shuffledSubarray(names, { minLength: names.length }), (order) => {
      assert.equal(firstPhase(of(order)), firstPhase(of(names)))
      for (const name of names)
        assert.deepEqual(nextPhases(of(order), name), nextPhases(of(names), name))
    }),
  )
})

test('reaches a terminal phase from everywhere', () => {
  let phase = firstPhase(usual)
  const path = [phase]
  while (nextPhases(usual, phase).length) path.push((phase = nextPhases(usual, phase)[0]!))
  assert.deepEqual(path, ['WIP', 'LOCK', 'FINAL'])
  assert.ok(isTerminal(usual, phase))
})

test('reports phases that disappear or change whether they are terminal', () => {
  assert.deepEqual(changedPhases(usual, usual), [])
  assert.deepEqual(changedPhases(usual, define({ WIP: phase(), FINAL: end })), ['LOCK'])
  assert.deepEqual(changedPhases(usual, define({ WIP: end, LOCK: phase(), FINAL: phase() })), [
    'WIP',
    'FINAL',
  ])
  assert.deepEqual(changedPhases(usual, define({ ...usual.phases, EXTRA: end })), [])
  assert.deepEqual(
    changedPhases(
      usual,
      define({
        WIP: phase({ description: 'x', users: ['u'], transitions: ['FINAL'] }),
        LOCK: phase(),
        FINAL: end,
      }),
    ),
    [],
  )
})
