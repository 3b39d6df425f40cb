import { useId, type KeyboardEvent } from 'react'
import { Button } from '@mantine/core'
import type { users } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { CommentTextarea } from '../../../shared/mentions/comment-textarea.tsx'
import { useCommentText } from '../../../shared/mentions/use-comment-text.ts'
import styles from './comments.module.css'

type Comment = { text: string; mentions: string[] }
type Props = {
  request: string
  label: string
  submitLabel: string
  /** The comment that is being edited. */
  initial?: { text: string; mentions: users.UserSummary[] }
  isBusy: boolean
  autoFocus?: boolean
  onSubmit: (comment: Comment, clear: () => void) => void
  onCancel?: () => void
}

/** Plain text with mentions; Ctrl or ⌘ with Enter submits. */
export function CommentComposer(props: Props) {
  const { request, label, submitLabel, initial, isBusy, autoFocus = false, onCancel } = props
  const { t } = useTranslation(['request', 'common'])
  const id = useId()
  const comment = useCommentText({ request, ...(initial && { initial }) })
  const submit = () => {
    if (!comment.isEmpty && !isBusy) props.onSubmit(comment.toComment(), comment.clear)
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Escape') onCancel?.()
  }
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <CommentTextarea
        id={id}
        comment={comment}
        className={styles.textarea}
        rows={initial || onCancel ? 2 : 3}
        autoFocus={autoFocus}
        placeholder={t('comments.hint')}
        onKeyDown={handleKey}
      />
      <div className={styles.actions}>
        <Button
          size="sm"
          disabled={comment.isEmpty}
          title={comment.isEmpty ? t('comments.empty') : undefined}
          loading={isBusy}
          onClick={submit}
        >
          {submitLabel}
        </Button>
        {onCancel && (
          <Button size="sm" variant="default" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}
