import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures } from '../../test/fixtures.ts'
import { newOrder } from '../../test/orders.ts'
import * as translations from '../translations/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'

test('ends at its limits for thousands of unknown words', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory, vendor } = a.people
  const request = await territory.call(createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  const { _id } = await vendor.call(translations.createTranslation, {
    body: { workRequest: request._id, asset: a.asset._id, language: 'nld' },
  })
  const letters = (index: number) =>
    [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const { state, words } = await vendor.call(translations.checkSpelling, {
    params: { id: _id },
    body: {
      words: Array.from({ length: 2_000 }, (_, index) =>
        `een${letters(index)}`.repeat(9).slice(0, 63),
      ),
    },
  })
  assert.ok(state === 'checked' || state === 'incomplete', state)
  assert.ok(words.length > 0)
})
