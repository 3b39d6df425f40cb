import type { RateCard } from '../../studios/contract.ts'
import type { Estimate } from '../contract.ts'
import { rendersSubtitles } from './materials.ts'
import type { StoredWorkRequest } from './stored.ts'

/** Facts about the asset and the calendar. */
export type EstimateMeasurements = {
  /** Duration of the newest film; null until there is one. */
  seconds: number | null
  /** Number of items in the graphics list. */
  items: number
  /** Until the due date; null without one. */
  workingDays: number | null
  /** Another request for this asset and language has an approved translation. */
  translated: boolean
}
/** Settings of the studio. */
export type Pricing = { rateCard: RateCard; currency: string }
type Order = Pick<StoredWorkRequest, 'language' | 'dng' | 'uses' | 'dcp' | 'auto' | 'autosubs'>

/** Assumed duration until the asset has a film. */
const DEFAULT_SECONDS = 60

/**
 * `base` is the full price; `applied` leaves out work that is already translated. A price that the
 * rate card does not list is zero, a missing factor is 1.
 */
export function priceOrder(
  order: Order,
  { rateCard: card, currency }: Pricing,
  measured: EstimateMeasurements,
): Estimate {
  const minutes = Math.ceil((measured.seconds ?? DEFAULT_SECONDS) / 6) / 10
  const translation = translationLines(order, card, measured, minutes)
  const delivery = deliveryLines(order, card)
  const full = [...translation, ...delivery]
  const payable = measured.translated ? delivery : full
  const rush = rushSurcharge(card, measured)
  return {
    base: decimal(total(full) + surcharge(full, rush)),
    applied: decimal(total(payable) + surcharge(payable, rush)),
    currency,
    minutes,
    lines: estimateLines(full, payable, rush),
  }
}

function translationLines(
  order: Order,
  card: RateCard,
  { items }: EstimateMeasurements,
  minutes: number,
): Priced[] {
  const factor = Number(card.languages[order.language] ?? '1')
  const dialogue = priced('translation', order.language, cents(card.perMinute) * minutes * factor)
  return order.dng.graphics.includes('Subtitled')
    ? [dialogue, priced('graphics', String(items), cents(card.perItem) * items)]
    : [dialogue]
}

function deliveryLines(order: Order, card: RateCard): Priced[] {
  const factor = rendersSubtitles(order) ? Number(card.autosubsFactor ?? '1') : 1
  return [
    ...order.uses.items.map((use) => priced('use', use, cents(card.perUse) * factor)),
    ...detailValues(order).map((value) =>
      priced('detail', value, cents(card.values?.[value]) * factor),
    ),
  ]
}

type Priced = { what: Estimate['lines'][number]['what']; of: string; amount: number }

const priced = (what: Priced['what'], of: string, amount: number): Priced => ({
  what,
  of,
  amount: Math.round(amount),
})
const detailValues = ({ uses }: Order): string[] =>
  uses.items.flatMap((use) =>
    ((uses.details as Record<string, { value: string }[] | undefined>)[use] ?? []).map(
      ({ value }) => value,
    ),
  )

/** The share that is added when little time is left. A rate card cannot make a rush cheaper. */
function rushSurcharge(
  { rushFactor = '1', rushDays = 0 }: RateCard,
  { workingDays }: EstimateMeasurements,
): number {
  return workingDays !== null && workingDays <= rushDays ? Math.max(0, Number(rushFactor) - 1) : 0
}

const total = (lines: readonly Priced[]) => lines.reduce((sum, { amount }) => sum + amount, 0)
const surcharge = (lines: readonly Priced[], rush: number) => Math.round(total(lines) * rush)

/** Lines that need no payment are listed with zero, so that the total can be understood. */
function estimateLines(
  full: readonly Priced[],
  payable: readonly Priced[],
  rush: number,
): Estimate['lines'] {
  const lines = full
    .filter(({ what, amount }) => amount > 0 || what === 'translation')
    .map((line) => ({
      what: line.what,
      of: line.of,
      base: decimal(line.amount),
      applied: decimal(payable.includes(line) ? line.amount : 0),
    }))
  return rush > 0
    ? [
        ...lines,
        {
          what: 'rush',
          of: `+${Math.round(rush * 100)} %`,
          base: decimal(surcharge(full, rush)),
          applied: decimal(surcharge(payable, rush)),
        },
      ]
    : lines
}

const cents = (amount = '0') => Math.round(Number(amount) * 100)
const decimal = (amount: number) => (amount / 100).toFixed(2)
