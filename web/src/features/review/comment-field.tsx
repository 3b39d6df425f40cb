import { useId, type RefObject } from 'react'
import styles from './panel.module.css'

type Props = {
  label: string
  hint?: string
  value: string
  onChange: (value: string) => void
  onSend: () => void
  onCancel?: () => void
  onStart?: () => void
  autoFocus?: boolean
  field?: RefObject<HTMLTextAreaElement | null>
}

const MAX_LENGTH = 5000

/** The text of a comment. Ctrl+Enter sends it, Escape cancels. */
export function CommentField({
  label,
  hint,
  value,
  onChange,
  onSend,
  onCancel,
  onStart,
  autoFocus = false,
  field,
}: Props) {
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
    <div className={styles.field}>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened it to type */}
      <textarea
        id={id}
        ref={field}
        className={styles.textarea}
        dir="auto"
        rows={2}
        maxLength={MAX_LENGTH}
        placeholder={hint ?? label}
        value={value}
        autoFocus={autoFocus}
        onFocus={onStart}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  )
}
