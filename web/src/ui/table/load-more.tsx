import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import styles from './load-more.module.css'
import { formatNumber } from '../format/format.ts'

type Props = {
  shown: number
  total: number
  hasMore: boolean
  isFetching: boolean
  onLoadMore: () => void
}

export function LoadMore({ shown, total, hasMore, isFetching, onLoadMore }: Props) {
  const { t } = useTranslation()
  if (!hasMore) return null
  return (
    <div className={styles.more}>
      <Button variant="default" onClick={onLoadMore} loading={isFetching}>
        {t('showMore')}
      </Button>
      <span className="tabular">
        {t('shown', { shown: formatNumber(shown), total: formatNumber(total) })}
      </span>
    </div>
  )
}
