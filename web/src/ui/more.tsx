import { Button } from '@mantine/core'
import styles from './more.module.css'

type Parts = { shown: number; total: number; hasMore: boolean; isFetching: boolean; onMore: () => void }

/** How far the list has been read, and the rest of it. */
export function More({ shown, total, hasMore, isFetching, onMore }: Parts) {
  if (!hasMore) return null
  return (
    <div className={styles.more}>
      <Button variant="default" onClick={onMore} loading={isFetching}>Show more</Button>
      <span className="tabular">{shown.toLocaleString('en')} of {total.toLocaleString('en')} shown</span>
    </div>
  )
}
