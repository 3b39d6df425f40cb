import { useState } from 'react'
import { Button } from '@mantine/core'
import { offlines } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { EMPTY_DRAFT } from './comment-draft.ts'
import { DrawTools } from './draw-tools.tsx'
import { toCommentPosition } from './spans.ts'
import type { Review } from './use-review.ts'
import { CommentField } from './comment-field.tsx'
import styles from './panel.module.css'

/** A form for a comment on the current frame or the marked range, with a drawing. */
export function NewComment({ review }: { review: Review }) {
  const { offline, film, draft, setDraft, field, markEdge } = review
  const { t } = useTranslation(['review', 'common'])
  const [text, setText] = useState('')
  const format = (frame: number) => film.clock.format(film.clock.secondsOf(frame))
  const span = draft.span ?? { first: film.frame, last: film.frame }
  const create = useEndpointMutation(offlines.createComment, {
    silent: true,
    onSuccess: ({ _id }) => {
      setText('')
      setDraft(({ colour }) => ({ ...EMPTY_DRAFT, colour }))
      review.setState('open')
      review.selectComment(_id)
    },
  })
  const send = () => {
    if (text.trim())
      create.mutate({
        params: { id: offline._id },
        body: {
          text: text.trim(),
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
            <button
              type="button"
              className={styles.smallButton}
              aria-keyshortcuts="I"
              onClick={() => markEdge('first')}
            >
              {t('newComment.in')} <kbd>I</kbd>
            </button>
            <button
              type="button"
              className={styles.smallButton}
              aria-keyshortcuts="O"
              onClick={() => markEdge('last')}
            >
              {t('newComment.out')} <kbd>O</kbd>
            </button>
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
        field={field}
        label={t('newComment.label')}
        hint={t('newComment.hint')}
        value={text}
        onChange={setText}
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
          disabled={!text.trim()}
          title={text.trim() ? undefined : t('newComment.empty')}
        >
          {t('newComment.submit')}
        </Button>
      </div>
    </form>
  )
}
