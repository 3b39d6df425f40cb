import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { storedRequest } from '../../../test/stored-requests.ts'
import type { RateCard } from '../../studios/contract.ts'
import { USES } from '../contract.ts'
import { priceOrder, type EstimateMeasurements } from './estimate.ts'

const CARD: RateCard = { perMinute: '40.00', perUse: '25.00', languages: {} }
const NOTHING: EstimateMeasurements = {
  seconds: null,
  items: 0,
  workingDays: null,
  translated: false,
}
const ORDER = storedRequest('incomplete')

const sum = (
  more: object = {},
  card: Partial<RateCard> = {},
  measured: Partial<EstimateMeasurements> = {},
) => {
  const { base, applied } = priceOrder(
    { ...ORDER, ...more },
    { rateCard: { ...CARD, ...card }, currency: 'EUR' },
    { ...NOTHING, ...measured },
  )
  return [base, applied]
}

test('prices translation and uses, and leaves out existing translations', () => {
  assert.deepEqual(sum(), ['65.00', '65.00'])
  assert.deepEqual(sum({}, {}, { translated: true }), ['65.00', '25.00'])
  assert.deepEqual(sum({ uses: { items: [], details: {} } }, {}, { translated: true }), [
    '40.00',
    '0.00',
  ])
  assert.deepEqual(sum({ uses: { items: ['Online', 'Print', 'Dcp'], details: {} } }), [
    '115.00',
    '115.00',
  ])
  assert.deepEqual(sum({}, { languages: { deu: '1.5', fra: '9' } }), ['85.00', '85.00'])
  assert.deepEqual(
    sum({}, { perMinute: '0.10', perUse: '0.20', languages: { deu: '0.333' } }),
    ['0.23', '0.23'],
    'to the cent',
  )
})

test('counts the measured duration in started tenths of a minute', () => {
  assert.deepEqual(
    [60, 61, 66, 67, 150, 0.5].map(
      (seconds) =>
        priceOrder(ORDER, { rateCard: CARD, currency: 'EUR' }, { ...NOTHING, seconds }).minutes,
    ),
    [1, 1.1, 1.1, 1.2, 2.5, 0.1],
  )
  assert.deepEqual(sum({}, {}, { seconds: 150 }), ['125.00', '125.00'])
})

test('applies the rate card to details, graphics items, rush and automatic subtitles', () => {
  const details = {
    uses: {
      items: ['Online'],
      details: {
        Online: [
          { value: '1080p', ship: false },
          { value: 'Square 1080p', ship: false },
        ],
      },
    },
  }
  assert.deepEqual(sum(details, { values: { 'Square 1080p': '10' } }), ['75.00', '75.00'])
  const graphics = { dng: { dialogue: ['Subtitled'], graphics: ['Subtitled'], narration: [] } }
  assert.deepEqual(sum(graphics, { perItem: '2.50' }, { items: 4, translated: true }), [
    '75.00',
    '25.00',
  ])
  assert.deepEqual(sum({}, { rushFactor: '1.5', rushDays: 3 }, { workingDays: 3 }), [
    '97.50',
    '97.50',
  ])
  assert.deepEqual(sum({}, { rushFactor: '1.5', rushDays: 3 }, { workingDays: 4 }), [
    '65.00',
    '65.00',
  ])
  assert.deepEqual(sum({ autosubs: true }, { autosubsFactor: '0.4' }), ['50.00', '50.00'])
})

test('lists lines that add up to the totals', () => {
  const money = fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 100).toFixed(2))
  fc.assert(
    fc.property(
      money,
      money,
      money,
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 0, max: 10_000 }),
      (perMinute, perUse, rushFactor, translated, autosubs, seconds) => {
        const { base, applied, lines } = priceOrder(
          { ...ORDER, autosubs },
          {
            rateCard: {
              ...CARD,
              perMinute,
              perUse,
              rushFactor,
              rushDays: 9,
              autosubsFactor: '0.5',
            },
            currency: 'EUR',
          },
          { ...NOTHING, seconds, translated, workingDays: 1 },
        )
        const cents = (amounts: string[]) =>
          amounts.reduce((total, amount) => total + Math.round(Number(amount) * 100), 0)
        assert.equal(cents(lines.map((line) => line.base)), cents([base]))
        assert.equal(cents(lines.map((line) => line.applied)), cents([applied]))
      },
    ),
  )
})

test('never lowers the price for more work', () => {
  const card: RateCard = {
    ...CARD,
    perItem: '1.25',
    values: { HD: '7.77' },
    rushFactor: '1.35',
    rushDays: 5,
    autosubsFactor: '0.6',
  }
  const orders = fc.record({
    items: fc.subarray([...USES]),
    seconds: fc.integer({ min: 0, max: 20_000 }),
    count: fc.integer({ min: 0, max: 500 }),
    days: fc.integer({ min: 0, max: 30 }),
    autosubs: fc.boolean(),
  })
  const price = (
    {
      items,
      seconds,
      count,
      days,
      autosubs,
    }: {
      items: (typeof USES)[number][]
      seconds: number
      count: number
      days: number
      autosubs: boolean
    },
    translated = false,
  ) => {
    const { base, applied } = priceOrder(
      {
        ...ORDER,
        autosubs,
        dng: { dialogue: ['Subtitled'], graphics: ['Subtitled'], narration: [] },
        uses: { items, details: {} },
      },
      { rateCard: card, currency: 'EUR' },
      { seconds, items: count, workingDays: days, translated },
    )
    return { base: Number(base), applied: Number(applied) }
  }
  fc.assert(
    fc.property(orders, (order) => {
      const { base } = price(order)
      assert.ok(price({ ...order, seconds: order.seconds + 60 }).base >= base)
      assert.ok(price({ ...order, count: order.count + 1 }).base >= base)
      assert.ok(price({ ...order, items: [...USES] }).base >= base)
      assert.ok(price({ ...order, days: Math.max(0, order.days - 1) }).base >= base)
      assert.ok(price(order, true).applied <= price(order, false).applied)
      assert.equal(price(order, true).base, base)
    }),
  )
})
