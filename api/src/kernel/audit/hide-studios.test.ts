import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hideStudios } from './hide-studios.ts'

test('leaves out memberships and studios that are hidden, and nothing else', () => {
  const input = {
    name: 'Bo',
    studios: ['a', { _id: 'b' }],
    memberships: [
      { studio: 'a', roles: [] },
      { studio: { _id: 'b' }, roles: [] },
    ],
    groups: ['b'],
  }
  assert.deepEqual(
    hideStudios(input, (studio) => studio === 'b'),
    { name: 'Bo', studios: ['a'], memberships: [{ studio: 'a', roles: [] }], groups: ['b'] },
  )
  for (const input of [null, 'text', ['b'], { studios: 'b' }])
    assert.deepEqual(
      hideStudios(input, () => true),
      input,
    )
})
