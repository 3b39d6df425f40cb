import { useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { offlineComments, offlines, type offlineDecisions } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { Said } from './comment.tsx'
import type { Thread } from './threads.ts'
import { Writing } from './comment-field.tsx'
import styles from './review.module.css'

type Parts = {
  offline: offlines.Offline
  thread: Thread
  isChosen: boolean
  choose: (thread: Thread) => void
  owner: string
  by: offlineDecisions.Reviewer
  mayComment: boolean
  onHide: (id: string, isHidden: boolean) => void
}

/** One matter: where in the film, what was said, what was answered, and whether it is settled. */
export function ThreadCard({
  offline,
  thread,
  isChosen,
  choose,
  owner,
  by,
  mayComment,
  onHide,
}: Parts) {
  const { t } = useTranslation(['review', 'common'])
  const { first, replies } = thread
  const card = useRef<HTMLLIElement>(null)
  // One is led here by the bar, by a key or by an address.
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const params = { id: offline._id, comment: first._id }
  const resolve = useEndpointMutation(offlines.changeComment, {
    onSuccess: (_answer, { body }) =>
      showToast(t(body.resolved ? 'resolvedNow' : 'reopenedNow'), {
        action: {
          name: t('common:undo'),
          run: () => resolve.mutate({ params, body: { resolved: !body.resolved } }),
        },
      }),
  })
  const refusal = offlineComments.checkResolve({ owner }, by)
  const deed = first.resolved ? t('reopen') : t('resolve')
  const saidParts = { offline, by, onHide }
  return (
    <li
      ref={card}
      className={styles.thread}
      data-chosen={isChosen}
      data-resolved={first.resolved !== null}
    >
      <div className={styles.top}>
        <button
          type="button"
          className={styles.go}
          aria-current={isChosen}
          onClick={() => choose(thread)}
        >
          <span className="visually-hidden">{t('goTo')} </span>
          <bdi>{first.timecode ?? t('stillFrame')}</bdi>
          {first.range && ` · ${t('frames', { count: first.range.last - first.range.first + 1 })}`}
        </button>
        {first.carriedFrom && (
          <span className={styles.note}>
            {t('carried', { version: formatNumber(first.version) })}
          </span>
        )}
        {first.beyond && <span className={styles.note}>{t('beyond')}</span>}
      </div>
      <Said comment={first} isAnswered={replies.length > 0} {...saidParts} />
      {replies.length > 0 && (
        <ul className={styles.replies}>
          {replies.map((reply) => (
            <li key={reply._id}>
              <Said comment={reply} isAnswered={false} {...saidParts} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.acts}>
        {mayComment && <Reply offline={offline} to={first} />}
        <button
          type="button"
          className={styles.small}
          aria-disabled={Boolean(refusal)}
          title={refusal && t('why.resolve')}
          aria-label={[`${deed}: ${first.text}`, refusal && t('why.resolve')]
            .filter(Boolean)
            .join(', ')}
          onClick={() => {
            if (!refusal) resolve.mutate({ params, body: { resolved: !first.resolved } })
          }}
        >
          {deed}
        </button>
        {first.resolved && (
          <span className={styles.settled} dir="auto">
            {t('resolvedBy', { name: first.resolved.by.name })}
          </span>
        )}
      </div>
    </li>
  )
}

function Reply({ offline, to }: { offline: offlines.Offline; to: offlines.OfflineComment }) {
  const { t } = useTranslation(['review', 'common'])
  const [text, setText] = useState<string | null>(null)
  const say = useEndpointMutation(offlines.createComment, { onSuccess: () => setText(null) })
  const send = () => {
    if (text?.trim())
      say.mutate({ params: { id: offline._id }, body: { text: text.trim(), replyTo: to._id } })
  }
  if (text === null)
    return (
      <button
        type="button"
        className={styles.small}
        aria-label={`${t('reply')} ${t('to', { name: to.from.name })}`}
        onClick={() => setText('')}
      >
        {t('reply')}
      </button>
    )
  return (
    <form
      className={styles.reply}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Writing
        label={t('replyTo', { name: to.from.name })}
        value={text}
        onChange={setText}
        onSend={send}
        onCancel={() => setText(null)}
        autoFocus
      />
      <div className={styles.marks}>
        <Button type="submit" size="compact-sm" loading={say.isPending} disabled={!text.trim()}>
          {t('sendReply')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => setText(null)}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  )
}
