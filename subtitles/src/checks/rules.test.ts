import assert from 'node:assert/strict'
import { test } from 'node:test'
import { options, cue } from '../../test/rules.ts'
import { check } from './check.ts'
import { RULE_IDS } from './rule-ids.ts'
import { RULES } from './rules.ts'

test('implements every rule once', () =>
  assert.deepEqual(RULES.map(({ id }) => id).toSorted(), [...RULE_IDS].toSorted()))

test('runs no timing rule but ORDER on graphics', () => {
  const found = check(
    [cue('Kein Preis', { start: 0, stop: 100 }), cue('Kein Ort', { start: 50, stop: 20_000 })],
    options({ kind: 'graphics' }),
  )
  assert.deepEqual(found, [])
})
