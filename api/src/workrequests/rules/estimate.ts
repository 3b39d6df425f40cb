import type { RateCard } from '../../studios/contract.ts'
import type { Estimate } from '../contract.ts'
import type { StoredWorkRequest } from './stored.ts'

/** What is known of the asset and of the calendar. */
export type EstimateMeasurements = {
  /** Of the newest film; null until there is one. */
  seconds: number | null
  /** Items of the graphics list. */
  items: number
  /** Until it is due; null where no date was said. */
  workingDays: number | null
  /** Somebody has paid for this language already. */
  translated: boolean
}
type Ordered = Pick<StoredWorkRequest, 'language' | 'dng' | 'uses' | 'dcp' | 'autosubs'>

/** Until the length of an asset is measured, one minute is reckoned. */
const UNMEASURED = 60

/**
 * The sum line by line: `base` before, `applied` after what is already translated. What a card does
 * not say costs nothing and changes nothing.
 */
export function priceOrder(
  order: Ordered,
  card: RateCard,
  measured: EstimateMeasurements,
): Estimate {
  const minutes = Math.ceil((measured.seconds ?? UNMEASURED) / 6) / 10
  const words = priced(
    'translation',
    order.language,
    cents(card.perMinute) * minutes * Number(card.languages[order.language] ?? '1'),
  )
  const items = order.dng.graphics.includes('Subtitled')
    ? [priced('graphics', String(measured.items), cents(card.perItem) * measured.items)]
    : []
  const made = order.autosubs ? Number(card.autosubsFactor ?? '1') : 1
  const delivery = [
    ...order.uses.items.map((use) => priced('use', use, cents(card.perUse) * made)),
    ...valuesOf(order).map((value) => priced('detail', value, cents(card.values?.[value]) * made)),
  ]
  const [full, due] = [
    [words, ...items, ...delivery],
    [...(measured.translated ? [] : [words, ...items]), ...delivery],
  ]
  const rush = rushOf(card, measured)
  return {
    base: decimal(total(full) + rushed(full, rush)),
    applied: decimal(total(due) + rushed(due, rush)),
    minutes,
    lines: linesOf(full, due, rush),
  }
}

type Priced = { what: Estimate['lines'][number]['what']; of: string; amount: number }

const priced = (what: Priced['what'], of: string, amount: number): Priced => ({
  what,
  of,
  amount: Math.round(amount),
})
const valuesOf = ({ uses }: Ordered): string[] =>
  uses.items.flatMap((use) =>
    ((uses.details as Record<string, { value: string }[] | undefined>)[use] ?? []).map(
      ({ value }) => value,
    ),
  )

/** By how much a short time raises the price; a card cannot make haste cheaper. */
function rushOf(
  { rushFactor = '1', rushDays = 0 }: RateCard,
  { workingDays }: EstimateMeasurements,
): number {
  return workingDays !== null && workingDays <= rushDays ? Math.max(0, Number(rushFactor) - 1) : 0
}

const total = (lines: readonly Priced[]) => lines.reduce((sum, { amount }) => sum + amount, 0)
const rushed = (lines: readonly Priced[], rush: number) => Math.round(total(lines) * rush)

/** What is not to be paid stands there with nothing, so that one sees why. */
function linesOf(full: readonly Priced[], due: readonly Priced[], rush: number): Estimate['lines'] {
  const said = full
    .filter(({ what, amount }) => amount > 0 || what === 'translation')
    .map((line) => ({
      what: line.what,
      of: line.of,
      base: decimal(line.amount),
      applied: decimal(due.includes(line) ? line.amount : 0),
    }))
  return rush > 0
    ? [
        ...said,
        {
          what: 'rush',
          of: `+${Math.round(rush * 100)} %`,
          base: decimal(rushed(full, rush)),
          applied: decimal(rushed(due, rush)),
        },
      ]
    : said
}

const cents = (amount = '0') => Math.round(Number(amount) * 100)
const decimal = (amount: number) => (amount / 100).toFixed(2)
