import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromLocal, toLocal } from './local-moment.ts'

test('a moment goes into the field and comes out the same', () => {
  for (const seconds of [0, 1_798_892_880, 1_774_742_400]) assert.equal(fromLocal(toLocal(seconds)), seconds)
  assert.deepEqual([toLocal(null), fromLocal('')], ['', null])
})
