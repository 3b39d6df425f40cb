import { CopyButton } from '../../../ui/fields/copy-button.tsx'
import styles from './sign-in.module.css'

/** A value that people enter at their provider. */
export const CopiedValue = ({ label, value }: { label: string; value: string }) => (
  <div>
    <p className={styles.label}>{label}</p>
    <div className={styles.value}>
      <code dir="ltr">{value}</code>
      <CopyButton text={value} />
    </div>
  </div>
)
