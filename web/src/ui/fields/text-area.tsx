import { useId } from 'react'
import styles from './fields.module.css'

type Props = {
  label: string
  rows: number
  maxLength: number
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** A native textarea: Mantine's adds code to resize itself, which is not needed here. */
export function TextArea({ label, rows, maxLength, value, error, onChange }: Props) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        id={id}
        className={styles.text}
        rows={rows}
        maxLength={maxLength}
        dir="auto"
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
