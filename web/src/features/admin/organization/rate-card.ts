import type { studios } from '@reelay/api/contract'

type Prices = Record<string, string>
/** Every field is a text. Empty fields are left out of the rate card. */
export type RateCardDraft = Record<
  'perMinute' | 'perUse' | 'perItem' | 'rushFactor' | 'rushDays' | 'autosubsFactor',
  string
> & { languages: Prices; values: Prices }

export const toRateCardDraft = ({
  perMinute,
  perUse,
  perItem = '',
  rushFactor = '',
  rushDays,
  autosubsFactor = '',
  languages,
  values = {},
}: studios.RateCard): RateCardDraft => ({
  perMinute,
  perUse,
  perItem,
  rushFactor,
  rushDays: rushDays === undefined ? '' : String(rushDays),
  autosubsFactor,
  languages,
  values,
})

export function toRateCard({
  perMinute,
  perUse,
  perItem,
  rushFactor,
  rushDays,
  autosubsFactor,
  languages,
  values,
}: RateCardDraft): studios.RateCard {
  return {
    perMinute,
    perUse,
    languages,
    ...(perItem && { perItem }),
    ...(rushFactor && { rushFactor }),
    ...(rushDays && { rushDays: Number(rushDays) }),
    ...(autosubsFactor && { autosubsFactor }),
    ...(Object.keys(values).length && { values }),
  }
}
