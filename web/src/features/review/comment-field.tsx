import { useId } from 'react'
import { CommentTextarea } from '../shared/mentions/comment-textarea.tsx'
import type { CommentText } from '../shared/mentions/use-comment-text.ts'
import styles from './panel.module.css'

type Props = {
  label: string
  hint?: string
  comment: CommentText
  onSend: () => void
  onCancel?: () => void
  onStart?: () => void
  autoFocus?: boolean
  people?: 'above' | 'below'
}

/** The text of a comment. Ctrl+Enter sends it, Escape cancels. */
export function CommentField(props: Props) {
  const { label, hint, comment, onSend, onCancel, onStart, autoFocus = false } = props
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
      <CommentTextarea
        id={id}
        comment={comment}
        className={styles.textarea}
        rows={2}
        placeholder={hint ?? label}
        autoFocus={autoFocus}
        onFocus={onStart}
        onKeyDown={onKeyDown}
        people={props.people ?? 'below'}
      />
    </div>
  )
}
