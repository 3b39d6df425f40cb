import { useTranslation } from '../../../i18n/i18n.ts'
import type { OrderOption } from '../options.ts'

/** Explains why an option is unavailable. */
export function useUnavailableText(): (option: OrderOption) => string | undefined {
  const { t } = useTranslation('order')
  const textOf = (reason: NonNullable<OrderOption['unavailable']>) => {
    if (reason.kind !== 'phase') return t(`unavailable.${reason.kind}`)
    const { phase, availableIn } = reason
    return availableIn
      ? t('unavailable.availableIn', { phase, availableIn })
      : t('unavailable.phase', { phase })
  }
  return ({ unavailable, assetName }) => {
    if (!unavailable) return undefined
    const reason = textOf(unavailable)
    return assetName ? t('unavailable.forAsset', { name: assetName, reason }) : reason
  }
}
