import { Button } from '@mantine/core'
import { offlines } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useCommentText } from '../shared/mentions/use-comment-text.ts'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { useKeyHint, useKeyLabel } from '../../ui/shortcuts/assigned-keys.ts'
import { EMPTY_DRAFT } from './comment-draft.ts'
import { DrawTools } from './draw-tools.tsx'
import { REVIEW_SHORTCUTS } from './shortcuts.ts'
import { toCommentPosition } from './spans.ts'
import type { Review } from './use-review.ts'
import { CommentField } from './comment-field.tsx'
import styles from './panel.module.css'

/** A form for a comment on the current frame or the marked range, with a drawing. */
export function NewComment({ review }: { review: Review }) {
  const { offline, film, draft, setDraft, field, markEdge } = review
  const { t } = useTranslation(['review', 'common'])
  const commentKeys = useKeyLabel('review.comment', REVIEW_SHORTCUTS.comment)
  const comment = useCommentText({ request: review.request._id, field })
  const format = (frame: number) => film.clock.format(film.clock.secondsOf(frame))
  const span = draft.span ?? { first: film.frame, last: film.frame }
  const create = useEndpointMutation(offlines.createComment, {
    silent: true,
    onSuccess: ({ _id }) => {
      comment.clear()
      setDraft(({ colour }) => ({ ...EMPTY_DRAFT, colour }))
      review.setState('open')
      review.selectComment(_id)
    },
  })
  const send = () => {
    if (!comment.isEmpty)
      create.mutate({
        params: { id: offline._id },
        body: {
          ...comment.toComment(),
          ...toCommentPosition(span),
          ...(draft.drawing.length > 0 && { drawing: draft.drawing }),
        },
      })
  }
  const isStill = film.kind === 'image'
  return (
    <form
      className={styles.card}
      aria-label={t('newComment.title')}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {!isStill && (
        <div className={styles.position}>
          <span className={styles.timecode}>
            {draft.span ? t('newComment.range') : t('newComment.frame')}{' '}
            <bdi dir="ltr" className="tabular" data-testid="comment-position">
              {format(span.first)}
              {span.last > span.first && ` – ${format(span.last)}`}
            </bdi>
          </span>
          <span className={styles.buttons}>
            <EdgeButton
              name={t('newComment.in')}
              action="markIn"
              onPress={() => markEdge('first')}
            />
            <EdgeButton
              name={t('newComment.out')}
              action="markOut"
              onPress={() => markEdge('last')}
            />
            {draft.span && (
              <button
                type="button"
                className={styles.smallButton}
                onClick={() => setDraft((current) => ({ ...current, span: null }))}
              >
                {t('newComment.clearRange')}
              </button>
            )}
          </span>
        </div>
      )}
      <CommentField
        label={t('newComment.label')}
        hint={t('newComment.hint', { keys: commentKeys })}
        comment={comment}
        people="above"
        onSend={send}
        onStart={film.pause}
      />
      {create.error && <ErrorAlert error={create.error} />}
      <div className={styles.footer}>
        {film.kind !== 'audio' && (
          <DrawTools draft={draft} setDraft={setDraft} selectTool={review.selectTool} />
        )}
        <Button
          type="submit"
          loading={create.isPending}
          disabled={comment.isEmpty}
          title={comment.isEmpty ? t('newComment.empty') : undefined}
        >
          {t('newComment.submit')}
        </Button>
      </div>
    </form>
  )
}

type EdgeProps = { name: string; action: 'markIn' | 'markOut'; onPress: () => void }

function EdgeButton({ name, action, onPress }: EdgeProps) {
  const keys = useKeyLabel(`review.${action}`, REVIEW_SHORTCUTS[action])
  const hint = useKeyHint(name, `review.${action}`, REVIEW_SHORTCUTS[action])
  return (
    <button type="button" className={styles.smallButton} {...hint} onClick={onPress}>
      {name} <kbd dir="ltr">{keys}</kbd>
    </button>
  )
}
