import { useTranslation } from '../../../i18n/i18n.ts'
import { useOrderQueue } from './use-order-queue.ts'
import { AssetPicker } from '../../shared/asset-picker.tsx'

/** Adds more assets to the queue without leaving the page. */
export function AddAssets() {
  const { t } = useTranslation('order')
  const queue = useOrderQueue()
  return (
    <AssetPicker
      label={t('addAsset')}
      excludedIds={queue.items.map(({ asset }) => asset)}
      onSelect={(asset) => queue.add([asset], { silent: true })}
    />
  )
}
