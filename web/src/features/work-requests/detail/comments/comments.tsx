import { useState } from 'react'
import { commentRules, comments, type workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { useCurrentUser, usePermissions } from '../../../shared/current-user.ts'
import { totalValues } from '../../../../ui/format/total.ts'
import { Section } from '../../../../ui/layout/section.tsx'
import { ErrorAlert } from '../../../../ui/feedback/error-alert.tsx'
import { CommentComposer } from './comment-composer.tsx'
import { CommentItem } from './comment-item.tsx'
import styles from './comments.module.css'

type Comment = comments.RequestComment
type NewComment = { text: string; mentions: string[] }

/** The comments of a work request, in threads. Live updates add new ones. */
export function Comments({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation('request')
  const me = useCurrentUser()
  const permissions = usePermissions()
  const id = request._id
  const { data, error, refetch, isFetching } = useEndpointQuery(comments.listComments, {
    params: { id },
    range: { first: 0, last: 499 },
  })
  const { mutateAsync, isPending } = useEndpointMutation(comments.createComment, {
    invalidates: ['/workrequests/:id/comments'],
  })
  const post = (comment: NewComment, onPosted: () => void, replyTo?: string) =>
    void mutateAsync({ params: { id }, body: { ...comment, ...(replyTo && { replyTo }) } }).then(
      onPosted,
      () => {
        /* The text stays, and the mutation shows the error. */
      },
    )
  const mayComment =
    me !== undefined &&
    commentRules.mayComment(
      { owner: request.from._id },
      { _id: me._id, permissions, roles: me.roles },
    )
  const threads = data?.items.filter(({ replyTo }) => replyTo === null) ?? []
  return (
    <Section
      anchor="comments"
      title={t('comments.title')}
      inCard
      note={data && data.total !== 0 && t('comments.total', totalValues(data.total))}
    >
      {error && !data && (
        <ErrorAlert error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data?.items.length === 0 && <p className={styles.hint}>{t('comments.none')}</p>}
      <ul className={styles.threads} aria-label={t('comments.title')}>
        {threads.map((comment) => (
          <Thread
            key={comment._id}
            request={id}
            comment={comment}
            replies={data?.items.filter(({ replyTo }) => replyTo === comment._id) ?? []}
            isBusy={isPending}
            onReply={
              mayComment ? (reply, onPosted) => post(reply, onPosted, comment._id) : undefined
            }
          />
        ))}
      </ul>
      {mayComment && (
        <CommentComposer
          request={id}
          label={t('comments.new')}
          submitLabel={t('comments.post')}
          isBusy={isPending}
          onSubmit={(comment, clear) => post(comment, clear)}
        />
      )}
    </Section>
  )
}

type ThreadProps = {
  request: string
  comment: Comment
  replies: Comment[]
  isBusy: boolean
  onReply: ((reply: NewComment, onPosted: () => void) => void) | undefined
}

function Thread({ request, comment, replies, isBusy, onReply }: ThreadProps) {
  const { t } = useTranslation('request')
  const [isReplying, setReplying] = useState(false)
  return (
    <li className={styles.thread}>
      <CommentItem
        request={request}
        comment={comment}
        hasReplies={replies.some(({ removed }) => !removed)}
        onReply={onReply && (() => setReplying(true))}
      />
      {replies.length > 0 && (
        <ul className={styles.replies}>
          {replies.map((reply) => (
            <li key={reply._id}>
              <CommentItem request={request} comment={reply} hasReplies={false} />
            </li>
          ))}
        </ul>
      )}
      {isReplying && (
        <div className={styles.replies}>
          <CommentComposer
            request={request}
            label={t('comments.replyTo', { name: comment.from.name })}
            submitLabel={t('comments.reply')}
            isBusy={isBusy}
            autoFocus
            onCancel={() => setReplying(false)}
            onSubmit={(reply) => onReply?.(reply, () => setReplying(false))}
          />
        </div>
      )}
    </li>
  )
}
