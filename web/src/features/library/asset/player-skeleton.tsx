import { Skeleton } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'

export function PlayerSkeleton() {
  const { t } = useTranslation('asset')
  return (
    <div role="status">
      <span className="visually-hidden">{t('preview.loading')}</span>
      <Skeleton height="clamp(180px, 50vw, 520px)" radius={12} />
    </div>
  )
}
