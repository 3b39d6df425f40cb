import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { PopoverMenu } from '../../../ui/layout/popover-menu.tsx'
import { COLUMN_KEYS, selectedColumns, type ColumnKey } from './column-keys.ts'
import { groupingOf } from './list-query.ts'
import type { RequestSearch } from './search-params.ts'
import styles from './list.module.css'

type Props = { search: RequestSearch; onChange: (change: RequestSearch) => void }

const ORDERS = ['-created', 'asset', 'status', 'territory', 'vendor', 'assignee'] as const

/** The grouping, the order and the columns of the list. */
export function DisplayMenu({ search, onChange }: Props) {
  const { t } = useTranslation(['requests', 'trade'])
  const columns = selectedColumns(search.columns)
  const toggle = (key: ColumnKey) =>
    onChange({
      columns:
        COLUMN_KEYS.filter((one) => columns.includes(one) !== (one === key)).join() || 'none',
    })
  return (
    <PopoverMenu label={t('display')}>
      <div className={styles.field}>
        <Select
          label={t('groupBy')}
          size="xs"
          anyLabel={t('noGroups')}
          value={groupingOf(search)}
          options={workrequests.REQUEST_GROUPINGS.map((value) => ({
            value,
            name: t(`grouping.${value}`),
          }))}
          onChange={(group) => onChange({ group })}
        />
      </div>
      <div className={styles.field}>
        <Select
          label={t('sort')}
          size="xs"
          anyLabel={t('order.due')}
          value={search.order}
          options={ORDERS.map((value) => ({
            value,
            name: t(`order.${value === '-created' ? 'newest' : value}`),
          }))}
          onChange={(order) => onChange({ order })}
        />
      </div>
      <fieldset className={styles.columns}>
        <legend>{t('columns')}</legend>
        {COLUMN_KEYS.map((key) => (
          <label key={key}>
            <input type="checkbox" checked={columns.includes(key)} onChange={() => toggle(key)} />
            {t(`column.${key}`)}
          </label>
        ))}
      </fieldset>
    </PopoverMenu>
  )
}
