import { useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { offlineComments, offlines } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useCommentText } from '../shared/mentions/use-comment-text.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { CommentItem } from './comment.tsx'
import type { Thread } from './threads.ts'
import { isShown, spanOf } from './spans.ts'
import type { Review } from './use-review.ts'
import { CommentField } from './comment-field.tsx'
import styles from './comments.module.css'
import panel from './panel.module.css'

type Props = { review: Review; thread: Thread; isSelected: boolean }

/** A thread: its position in the film, the comment, the replies and whether it is resolved. */
export function ThreadCard({ review, thread, isSelected }: Props) {
  const { offline, request, reviewer, mayComment, film } = review
  const { t } = useTranslation(['review', 'common'])
  const { first, replies } = thread
  const card = useRef<HTMLLIElement>(null)
  // It may be selected on the timeline, by a shortcut or by the URL.
  useEffect(() => {
    if (isSelected) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const params = { id: offline._id, comment: first._id }
  const resolve = useEndpointMutation(offlines.changeComment, {
    onSuccess: (_reply, { body }) =>
      showToast(t(body.resolved ? 'commentResolved' : 'commentReopened'), {
        action: {
          name: t('common:undo'),
          run: () => resolve.mutate({ params, body: { resolved: !body.resolved } }),
        },
      }),
  })
  const rejection = offlineComments.checkResolve({ owner: request.from._id }, reviewer)
  const label = first.resolved ? t('reopen') : t('resolve')
  const commentProps = { offline, request: request._id, reviewer }
  const { first: frame } = spanOf(first)
  const isDropped = !isShown(first)
  return (
    <li
      ref={card}
      className={styles.thread}
      data-selected={isSelected}
      data-resolved={first.resolved !== null}
    >
      <div className={styles.threadHeader}>
        <button
          type="button"
          className={styles.goToFrame}
          aria-current={isSelected}
          onClick={() => review.select(thread)}
        >
          <span className="visually-hidden">{t('goTo')} </span>
          <bdi>
            {isDropped
              ? t('conform.notShown')
              : first.timecode
                ? film.clock.format(frame / film.clock.rate)
                : t('stillFrame')}
          </bdi>
          {first.range && ` · ${t('frames', { count: first.range.last - first.range.first + 1 })}`}
        </button>
        {first.carriedFrom && (
          <span className={panel.note}>
            {t('fromVersion', { version: formatNumber(first.version) })}
          </span>
        )}
        {first.conformed?.reason && (
          <span className={panel.note}>
            {!isDropped && `${t('conform.doubtful')}: `}
            {t(`conform.reasons.${first.conformed.reason}`)}
          </span>
        )}
        {first.beyond && <span className={panel.note}>{t('beyondEnd')}</span>}
      </div>
      <CommentItem comment={first} hasReplies={replies.length > 0} {...commentProps} />
      {replies.length > 0 && (
        <ul className={styles.replies}>
          {replies.map((reply) => (
            <li key={reply._id}>
              <CommentItem comment={reply} hasReplies={false} {...commentProps} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        {mayComment && <Reply review={review} to={first} />}
        <button
          type="button"
          className={panel.smallButton}
          aria-disabled={Boolean(rejection)}
          title={rejection && t('disabled.resolve')}
          aria-label={[`${label}: ${first.text}`, rejection && t('disabled.resolve')]
            .filter(Boolean)
            .join(', ')}
          onClick={() => {
            if (!rejection) resolve.mutate({ params, body: { resolved: !first.resolved } })
          }}
        >
          {label}
        </button>
        {first.resolved && (
          <span className={styles.resolved} dir="auto">
            {t('resolvedBy', { name: first.resolved.by.name })}
          </span>
        )}
      </div>
    </li>
  )
}

function Reply({ review, to }: { review: Review; to: offlines.OfflineComment }) {
  const { t } = useTranslation('review')
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <ReplyForm review={review} to={to} onClose={() => setOpen(false)} />
  return (
    <button
      type="button"
      className={panel.smallButton}
      aria-label={`${t('reply')} ${t('to', { name: to.from.name })}`}
      onClick={() => setOpen(true)}
    >
      {t('reply')}
    </button>
  )
}

type ReplyFormProps = { review: Review; to: offlines.OfflineComment; onClose: () => void }

function ReplyForm({ review: { offline, request }, to, onClose }: ReplyFormProps) {
  const { t } = useTranslation(['review', 'common'])
  const comment = useCommentText({ request: request._id })
  const create = useEndpointMutation(offlines.createComment, { onSuccess: onClose })
  const send = () => {
    if (!comment.isEmpty)
      create.mutate({
        params: { id: offline._id },
        body: { ...comment.toComment(), replyTo: to._id },
      })
  }
  return (
    <form
      className={styles.replyForm}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <CommentField
        label={t('replyTo', { name: to.from.name })}
        comment={comment}
        onSend={send}
        onCancel={onClose}
        autoFocus
      />
      <div className={panel.buttons}>
        <Button
          type="submit"
          size="compact-sm"
          loading={create.isPending}
          disabled={comment.isEmpty}
        >
          {t('sendReply')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  )
}
