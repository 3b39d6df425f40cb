import { Skeleton } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import styles from './player.module.css'

export function PlayerSkeleton() {
  const { t } = useTranslation('player')
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{t('loadingFilm')}</span>
      <Skeleton height="100%" radius={0} />
    </div>
  )
}
