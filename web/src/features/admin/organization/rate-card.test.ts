import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { studios } from '@reelay/api/contract'
import { closingField, closingTime } from './closing-time.ts'
import { toRateCard, toRateCardDraft } from './rate-card.ts'

test('an unchanged draft becomes the same rate card', () => {
  const cards: studios.RateCard[] = [
    { perMinute: '40.00', perUse: '25.00', languages: {} },
    {
      perMinute: '38.50',
      perUse: '27.00',
      languages: { jpn: '1.45' },
      perItem: '2',
      values: { HD: '12.00' },
      rushFactor: '1.5',
      rushDays: 0,
      autosubsFactor: '0.4',
    },
  ]
  for (const card of cards) assert.deepEqual(toRateCard(toRateCardDraft(card)), card)
})

test('removes an emptied price', () => {
  assert.deepEqual(
    toRateCard({
      ...toRateCardDraft({
        perMinute: '1',
        perUse: '2',
        languages: {},
        rushFactor: '2',
        rushDays: 3,
      }),
      rushFactor: '',
      rushDays: '',
    }),
    { perMinute: '1', perUse: '2', languages: {} },
  )
})

test('converts 24:00 to a time field and back', () => {
  assert.equal(closingField('24:00'), '00:00')
  assert.equal(closingTime('00:00'), '24:00')
  assert.equal(closingTime(closingField('18:30')), '18:30')
})
