import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonTranslators } from './common-translators.ts'

const person = (_id: string, fits: boolean, open = 0) => ({
  _id,
  name: _id,
  fits,
  languages: [],
  open,
  nextDue: null,
})

test('offers who can translate every request, best first', () => {
  const found = commonTranslators([
    [person('ada', true, 3), person('ben', false), person('cem', true, 1), person('dan', true)],
    [person('ben', false), person('cem', true, 1), person('ada', true, 3)],
  ])
  assert.deepEqual(
    found.map(({ _id }) => _id),
    ['cem', 'ada', 'ben'],
  )
  assert.deepEqual(commonTranslators([]), [])
})
