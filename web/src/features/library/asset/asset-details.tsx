import { assets } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useAssetTypes } from '../../shared/lookups.ts'
import { Breakable } from '../../../ui/text/breakable.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { DateOnly } from '../../../ui/text/date-time.tsx'

export function AssetDetails({ asset }: { asset: assets.Asset }) {
  const { t } = useTranslation(['asset', 'trade'])
  const types = useAssetTypes()
  return (
    <DescriptionList
      columns={2}
      items={[
        [t('details.type'), types.nameOf(asset.type)],
        [
          t('details.mediaType'),
          t(`trade:mediaType.${asset.mediaType as 'video'}`, { defaultValue: asset.mediaType }),
        ],
        [
          t('details.usage'),
          assets.USAGES.filter((use) => asset.usage[use])
            .map((use) => t(`trade:usage.${use}`))
            .join(', '),
        ],
        [t('details.aspectRatio'), asset.aspectRatio && <span dir="ltr">{asset.aspectRatio}</span>],
        [t('details.added'), <DateOnly at={asset.created} />],
        [t('details.importName'), asset.importName && <Breakable text={asset.importName} />],
      ]}
    />
  )
}
