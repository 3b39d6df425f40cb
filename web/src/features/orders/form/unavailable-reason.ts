import { useTranslation } from '../../../i18n/i18n.ts'
import type { Offer } from '../options.ts'

/** Why something is not offered, in words. */
export function useWhy(): (offer: Offer) => string | undefined {
  const { t } = useTranslation('order')
  return ({ why, of }) => {
    if (!why) return undefined
    const words =
      why.because !== 'phase'
        ? t(`why.${why.because}`)
        : why.opens
          ? t('why.opens', { phase: why.phase, opens: why.opens })
          : t('why.phase', { phase: why.phase })
    return of ? t('why.of', { name: of, words }) : words
  }
}
