import { ranges } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../format/format.ts'
import styles from './load-more.module.css'

/** Below a list that has more items than the scroll bar reaches. */
export function ListEnd() {
  const { t } = useTranslation()
  return <p className={styles.more}>{t('listEnd', { amount: formatNumber(ranges.MAX_FIRST) })}</p>
}
