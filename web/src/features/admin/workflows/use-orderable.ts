import { assetRules, assets } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { CheckboxOption } from '../../../ui/fields/checkbox-group.tsx'

/** The labels of what a group may order: treatments, treatments of one part, and uses. */
export function useOrderable() {
  const { t } = useTranslation(['workflows', 'trade'])
  const treatments: CheckboxOption[] = assetRules.TREATMENTS.map((value) => ({
    value,
    name: t(`trade:treatment.${value}`),
  }))
  const ofOnePart: CheckboxOption[] = assetRules.PARTS.flatMap((part) =>
    assetRules.TREATMENTS.map((treatment) => ({
      value: `${part}_${treatment}`,
      name: t('partTreatment', {
        part: t(`trade:part.${part}`),
        treatment: t(`trade:treatment.${treatment}`),
      }),
    })),
  )
  const uses: CheckboxOption[] = assets.USAGES.map((value) => ({
    value,
    name: t(`trade:usage.${value}`),
  }))
  const names = new Map(
    [...treatments, ...ofOnePart, ...uses].map(({ value, name }) => [value, name]),
  )
  return { treatments, ofOnePart, uses, wordOf: (value: string) => names.get(value) ?? value }
}
