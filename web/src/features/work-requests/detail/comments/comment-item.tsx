import { useState } from 'react'
import { commentRules, comments } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { MentionedText } from '../../../shared/mentions/mentioned-text.tsx'
import { DateTime } from '../../../../ui/text/date-time.tsx'
import { confirmed } from '../../../../ui/feedback/confirm.tsx'
import { CommentComposer } from './comment-composer.tsx'
import styles from './comments.module.css'

const COMMENTS_PATH = '/workrequests/:id/comments'

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
  const removal = useEndpointMutation(comments.removeComment, { invalidates: [COMMENTS_PATH] })
  const remove = async () => {
    const title = t('comments.remove')
    if (await confirmed({ title, note: comment.text, action: t('common:remove') }))
      removal.mutate({ params: { id: request, comment: comment._id } })
  }
  const change = useEndpointMutation(comments.changeComment, {
    invalidates: [COMMENTS_PATH],
    onSuccess: () => setEditing(false),
  })
  if (comment.removed) return <p className={styles.hint}>{t('comments.deleted')}</p>
  const user = { _id: me?._id ?? '' }
  const isOwn = comment.from._id === user._id
  const mayEdit = isOwn && !commentRules.checkEdit({ ...comment, hasReplies }, user)
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
        onSubmit={(body) => change.mutate({ params: { id: request, comment: comment._id }, body })}
      />
    )
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
        <MentionedText comment={comment} />
      </p>
      <div className={styles.commentActions}>
        {onReply && (
          <button type="button" onClick={onReply}>
            {t('comments.reply')}
          </button>
        )}
        {mayEdit && (
          <button type="button" onClick={() => setEditing(true)}>
            {t('common:edit')}
          </button>
        )}
        {isOwn && (
          <button type="button" onClick={() => void remove()}>
            {t('common:remove')}
          </button>
        )}
      </div>
    </article>
  )
}
