import { useState } from 'react'
import { commentRules, comments } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { DateTime } from '../../../../ui/text/date-time.tsx'
import { showUndoToast } from '../../../../ui/feedback/toasts.tsx'
import { CommentComposer } from './comment-composer.tsx'
import { splitMentions } from './mentions.ts'
import styles from './comments.module.css'

type Props = {
  request: string
  comment: comments.RequestComment
  hasReplies: boolean
  onReply?: (() => void) | undefined
}

export function CommentItem({ request, comment, hasReplies, onReply }: Props) {
  const { t } = useTranslation(['request', 'common'])
  const me = useCurrentUser()
  const [isEditing, setEditing] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const params = { id: request, comment: comment._id }
  const change = useEndpointMutation(comments.changeComment, {
    invalidates: ['/workrequests/:id/comments'],
    onSuccess: () => setEditing(false),
  })
  const remove = useEndpointMutation(comments.removeComment, {
    invalidates: ['/workrequests/:id/comments'],
  })
  const removeLater = () => {
    setRemoving(true)
    showUndoToast(t('comments.removed'), {
      undo: t('common:undo'),
      run: () => remove.mutate({ params }),
      undone: () => setRemoving(false),
    })
  }
  if (comment.removed || isRemoving) return <p className={styles.hint}>{t('comments.deleted')}</p>
  const by = { _id: me?._id ?? '' }
  if (isEditing)
    return (
      <CommentComposer
        request={request}
        label={t('comments.edit')}
        submitLabel={t('common:save')}
        initial={comment}
        isBusy={change.isPending}
        autoFocus
        onCancel={() => setEditing(false)}
        onSubmit={(edited) => change.mutate({ params, body: edited })}
      />
    )
  const isOwn = comment.from._id === by._id
  return (
    <article className={styles.comment} aria-label={t('comments.by', { name: comment.from.name })}>
      <p className={styles.head}>
        <strong dir="auto">{comment.from.name}</strong>{' '}
        <span className={styles.hint}>
          <DateTime at={comment.created} />
          {comment.edited && ` · ${t('comments.edited')}`}
        </span>
      </p>
      <p className={styles.text} dir="auto">
        {splitMentions(comment.text, comment.mentions).map((part, index) =>
          part.isName ? (
            <span key={index} className={styles.mention}>
              {part.text}
            </span>
          ) : (
            part.text
          ),
        )}
      </p>
      <div className={styles.commentActions}>
        {onReply && (
          <button type="button" onClick={onReply}>
            {t('comments.reply')}
          </button>
        )}
        {isOwn && !commentRules.checkEdit({ ...comment, hasReplies }, by) && (
          <button type="button" onClick={() => setEditing(true)}>
            {t('common:edit')}
          </button>
        )}
        {isOwn && (
          <button type="button" onClick={removeLater}>
            {t('common:remove')}
          </button>
        )}
      </div>
    </article>
  )
}
