import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import styles from './more.module.css'
import { figure } from '../format/format.ts'

type Parts = {
  shown: number
  total: number
  hasMore: boolean
  isFetching: boolean
  onMore: () => void
}

/** How far the list has been read, and the rest of it. */
export function More({ shown, total, hasMore, isFetching, onMore }: Parts) {
  const { t } = useTranslation()
  if (!hasMore) return null
  return (
    <div className={styles.more}>
      <Button variant="default" onClick={onMore} loading={isFetching}>
        {t('showMore')}
      </Button>
      <span className="tabular">{t('shown', { shown: figure(shown), total: figure(total) })}</span>
    </div>
  )
}
