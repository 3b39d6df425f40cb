import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import styles from './load-more.module.css'
import { formatNumber } from '../format/format.ts'
import { formatTotal, type Total } from '../format/total.ts'

type Props = {
  shown: number
  total: Total
  /** Where the service stops counting, if not at the usual number. */
  countedTo?: number | undefined
  hasMore: boolean
  isFetching: boolean
  onLoadMore: () => void
}

export function LoadMore({ shown, total, countedTo, hasMore, isFetching, onLoadMore }: Props) {
  const { t } = useTranslation()
  if (!hasMore) return null
  return (
    <div className={styles.more}>
      <Button variant="default" onClick={onLoadMore} loading={isFetching}>
        {t('showMore')}
      </Button>
      <span className="tabular">
        {t('shown', { shown: formatNumber(shown), total: formatTotal(total, countedTo) })}
      </span>
    </div>
  )
}
