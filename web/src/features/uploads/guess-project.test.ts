import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessProject } from './guess-project.ts'

const SALT = { _id: 'p1', name: 'The Salt Road', slug: 'salt-road' }
const KITE = { _id: 'p2', name: 'Kite Makers', slug: 'kite-makers' }

test('guesses the project from the names of the files', () => {
  assert.equal(guessProject(['Salt_Road_trailer.mov'], [KITE, SALT]), 'p1')
  assert.equal(guessProject(['kite-makers-1.mov', 'KITE MAKERS 2.mov'], [SALT, KITE]), 'p2')
})

test('asks when it is not sure', () => {
  assert.equal(guessProject(['trailer.mov'], [SALT, KITE]), undefined)
  assert.equal(guessProject(['salt-road.mov', 'kite-makers.mov'], [SALT, KITE]), undefined)
  assert.equal(guessProject(['salt-road.mov', 'other.mov'], [SALT, KITE]), undefined)
  assert.equal(guessProject(['trailer.mov'], [SALT]), 'p1', 'there is only one')
})
