import { useId, type RefObject } from 'react'
import styles from './review.module.css'

type Parts = {
  label: string
  hint?: string
  value: string
  onChange: (value: string) => void
  onSend: () => void
  onCancel?: () => void
  onBegin?: () => void
  autoFocus?: boolean
  field?: RefObject<HTMLTextAreaElement | null>
}

const LONGEST = 5000

/** Words of a comment. Ctrl Enter sends them, Escape leaves. */
export function Writing({
  label,
  hint,
  value,
  onChange,
  onSend,
  onCancel,
  onBegin,
  autoFocus = false,
  field,
}: Parts) {
  const id = useId()
  const onKeyDown = (event: React.KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSend()
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      if (onCancel) onCancel()
      else event.currentTarget.blur()
    }
  }
  return (
    <div className={styles.writing}>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to be written in */}
      <textarea
        id={id}
        ref={field}
        className={styles.words}
        dir="auto"
        rows={2}
        maxLength={LONGEST}
        placeholder={hint ?? label}
        value={value}
        autoFocus={autoFocus}
        onFocus={onBegin}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  )
}
