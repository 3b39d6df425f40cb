import { useTranslation } from '../../i18n/i18n.ts'
import type { Option } from './select.tsx'
import styles from './fields.module.css'

type Props = { label: string; selected: Option[]; onRemove: (value: string) => void }

export function SelectedChips({ label, selected, onRemove }: Props) {
  const { t } = useTranslation()
  if (selected.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={label}>
      {selected.map(({ value, name }) => (
        <li key={value} className={styles.chip}>
          <span dir="auto" title={name}>
            {name}
          </span>
          <button
            type="button"
            className={styles.remove}
            aria-label={t('removeThis', { name })}
            onClick={() => onRemove(value)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  )
}
