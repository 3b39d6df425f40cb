import { assetRules, assets } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { Tick } from '../../../ui/fields/ticks.tsx'

/**
 * What a phase can open to a group, in the words of the trade: treatments, of every part or of one,
 * and uses.
 */
export function useOrderable() {
  const { t } = useTranslation(['workflows', 'trade'])
  const treatments: Tick[] = assetRules.TREATMENTS.map((value) => ({
    value,
    name: t(`trade:treatment.${value}`),
  }))
  const ofOnePart: Tick[] = assetRules.PARTS.flatMap((part) =>
    assetRules.TREATMENTS.map((treatment) => ({
      value: `${part}_${treatment}`,
      name: t('ofPart', {
        part: t(`trade:part.${part}`),
        treatment: t(`trade:treatment.${treatment}`),
      }),
    })),
  )
  const uses: Tick[] = assets.USAGES.map((value) => ({ value, name: t(`trade:usage.${value}`) }))
  const names = new Map(
    [...treatments, ...ofOnePart, ...uses].map(({ value, name }) => [value, name]),
  )
  return { treatments, ofOnePart, uses, wordOf: (value: string) => names.get(value) ?? value }
}
