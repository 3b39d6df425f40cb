import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addPhase,
  removePhase,
  emptyPhase,
  definitionError,
  phaseName,
  withPhase,
} from './edit-definition.ts'

const usual = {
  phases: {
    WIP: emptyPhase({ transitions: ['LOCK'] }),
    LOCK: emptyPhase({ transitions: ['FINAL', 'WIP'] }),
    FINAL: emptyPhase({ terminal: true }),
  },
  requireGraphicsApproval: false,
  requireOfflineApproval: true,
}

test('removing a phase removes the transitions to it', () => {
  const { phases } = removePhase(usual, 'LOCK')
  assert.deepEqual(Object.keys(phases), ['WIP', 'FINAL'])
  assert.deepEqual(phases.WIP?.transitions, [])
  assert.deepEqual(usual.phases.WIP.transitions, ['LOCK'], 'the original is unchanged')
})

test('tells why a definition cannot be saved', () => {
  assert.equal(definitionError(usual), undefined)
  assert.deepEqual(definitionError({ ...usual, phases: {} }), { key: 'needsPhase' })
  assert.deepEqual(definitionError(withPhase(usual, 'FINAL', { terminal: false })), {
    key: 'needsFinalPhase',
  })
  assert.ok('message' in definitionError(withPhase(usual, 'WIP', { transitions: ['NOWHERE'] }))!)
})

test('writes phase names in upper case', () => {
  assert.equal(phaseName('picture lock'), 'PICTURE-LOCK')
  assert.equal(phaseName('2nd cut!'), 'ND-CUT')
  assert.equal(phaseName('x'.repeat(50)).length, 31)
  assert.ok('CUT' in addPhase(usual, 'CUT').phases)
})
