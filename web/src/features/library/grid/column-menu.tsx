import { useTranslation } from '../../../i18n/i18n.ts'
import { PopoverMenu } from '../../../ui/layout/popover-menu.tsx'
import { ASSET_COLUMNS, selectedAssetColumns, type AssetColumnKey } from './asset-table.tsx'
import styles from './asset-table.module.css'

type Props = { columns: string | undefined; onColumns: (columns: string) => void }

const TITLES = {
  project: 'project',
  type: 'type',
  phase: 'phase',
  versions: 'versionsTitle',
  created: 'createdTitle',
} as const

/** The columns of the list of assets. */
export function ColumnMenu({ columns, onColumns }: Props) {
  const { t } = useTranslation('library')
  const shown = selectedAssetColumns(columns)
  const toggle = (key: AssetColumnKey) =>
    onColumns(ASSET_COLUMNS.filter((one) => shown.includes(one) !== (one === key)).join() || 'none')
  return (
    <PopoverMenu label={t('columns')}>
      <fieldset className={styles.columns}>
        <legend className="visually-hidden">{t('columns')}</legend>
        {ASSET_COLUMNS.map((key) => (
          <label key={key}>
            <input type="checkbox" checked={shown.includes(key)} onChange={() => toggle(key)} />
            {t(TITLES[key])}
          </label>
        ))}
      </fieldset>
    </PopoverMenu>
  )
}
