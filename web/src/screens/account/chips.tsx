import { useTranslation } from '../../wording.ts'
import styles from './account.module.css'

type Parts = { label: string; items: { value: string; name: string }[]; onDrop: (value: string) => void }

/** A few names, each with the way to take it out. */
export function Chips({ label, items, onDrop }: Parts) {
  const { t } = useTranslation('account')
  return (
    <ul className={styles.chips} aria-label={label}>
      {items.map(({ value, name }) => (
        <li key={value} className={styles.chip}>
          <span dir="auto">{name}</span>
          <button type="button" className={styles.drop} aria-label={t('takeOut', { name })} onClick={() => onDrop(value)}>×</button>
        </li>
      ))}
    </ul>
  )
}
