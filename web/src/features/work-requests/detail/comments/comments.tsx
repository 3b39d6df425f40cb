import { useState } from 'react'
import { commentRules, comments, type workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { useCurrentUser, usePermissions } from '../../../shared/current-user.ts'
import { Section } from '../../../../ui/layout/section.tsx'
import { ErrorAlert } from '../../../../ui/feedback/error-alert.tsx'
import { CommentComposer } from './comment-composer.tsx'
import { CommentItem } from './comment-item.tsx'
import styles from './comments.module.css'

const TOUCHES = ['/workrequests/:id/comments']

/** What people say to each other about this request; it grows while one reads. */
export function Comments({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation('request')
  const [me, permissions] = [useCurrentUser(), usePermissions()]
  const id = request._id
  const { data, error, refetch, isFetching } = useEndpointQuery(comments.listComments, {
    params: { id },
    range: { first: 0, last: 499 },
  })
  const [answering, setAnswering] = useState<string>()
  const { mutateAsync: actAsync, isPending } = useEndpointMutation(comments.createComment, {
    invalidates: TOUCHES,
  })
  const say = (said: { text: string; mentions: string[] }, then: () => void, replyTo?: string) =>
    void actAsync({ params: { id }, body: { ...said, ...(replyTo && { replyTo }) } }).then(
      then,
      () => {
        /* What was typed stays, and why it was refused is told. */
      },
    )
  const maySay =
    me !== undefined &&
    commentRules.mayComment({ owner: request.from._id }, { _id: me._id, permissions: permissions })
  const threads = data?.items.filter(({ replyTo }) => replyTo === null) ?? []
  return (
    <Section
      anchor="comments"
      title={t('comments.title')}
      inCard
      note={data && data.total > 0 && t('comments.total', { count: data.total })}
    >
      {error && !data && (
        <ErrorAlert error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data?.items.length === 0 && <p className={styles.hint}>{t('comments.none')}</p>}
      <ul className={styles.threads} aria-label={t('comments.title')}>
        {threads.map((first) => {
          const answers = data?.items.filter(({ replyTo }) => replyTo === first._id) ?? []
          return (
            <li key={first._id} className={styles.thread}>
              <CommentItem
                request={id}
                comment={first}
                isAnswered={answers.some(({ removed }) => !removed)}
                onAnswer={maySay ? () => setAnswering(first._id) : undefined}
              />
              {answers.length > 0 && (
                <ul className={styles.replies}>
                  {answers.map((answer) => (
                    <li key={answer._id}>
                      <CommentItem request={id} comment={answer} isAnswered={false} />
                    </li>
                  ))}
                </ul>
              )}
              {answering === first._id && (
                <div className={styles.replies}>
                  <CommentComposer
                    request={id}
                    label={t('comments.replyTo', { name: first.from.name })}
                    act={t('comments.reply')}
                    isBusy={isPending}
                    autoFocus
                    onCancel={() => setAnswering(undefined)}
                    onSay={(said) => say(said, () => setAnswering(undefined), first._id)}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {maySay && (
        <CommentComposer
          request={id}
          label={t('comments.new')}
          act={t('comments.post')}
          isBusy={isPending}
          onSay={(said, clear) => say(said, clear)}
        />
      )}
    </Section>
  )
}
