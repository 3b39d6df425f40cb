import { useState, type RefObject } from 'react'
import { Button } from '@mantine/core'
import { offlines } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { NO_DRAFT, type Draft } from './comment-draft.ts'
import { DrawTools } from './draw-tools.tsx'
import { placeOf, type Frames } from './frames.ts'
import type { Watching } from './use-review-player.ts'
import { Writing } from './comment-field.tsx'
import styles from './review.module.css'

type Parts = {
  offline: offlines.Offline
  frames: Frames
  watching: Watching
  draft: Draft
  setDraft: (change: (before: Draft) => Draft) => void
  words: RefObject<HTMLTextAreaElement | null>
  mark: (edge: 'first' | 'last') => void
  onSaid: (comment: string) => void
}

/** A comment on this frame, or on the range that was marked, with what was drawn. */
export function Compose({
  offline,
  frames,
  watching,
  draft,
  setDraft,
  words,
  mark,
  onSaid,
}: Parts) {
  const { t } = useTranslation(['review', 'common'])
  const [text, setText] = useState('')
  const span = draft.span ?? { first: watching.frame, last: watching.frame }
  const say = useEndpointMutation(offlines.createComment, {
    silent: true,
    onSuccess: ({ _id }) => {
      setText('')
      setDraft(({ colour }) => ({ ...NO_DRAFT, colour }))
      onSaid(_id)
    },
  })
  const send = () => {
    if (text.trim())
      say.mutate({
        params: { id: offline._id },
        body: {
          text: text.trim(),
          ...placeOf(span),
          ...(draft.drawing.length > 0 && { drawing: draft.drawing }),
        },
      })
  }
  const isStill = watching.kind === 'image'
  return (
    <form
      className={styles.card}
      aria-label={t('compose.title')}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {!isStill && (
        <div className={styles.place}>
          <span className={styles.at}>
            {draft.span ? t('compose.range') : t('compose.frame')}{' '}
            <bdi dir="ltr" className="tabular" data-testid="place">
              {frames.timecodeOf(span.first)}
              {span.last > span.first && ` – ${frames.timecodeOf(span.last)}`}
            </bdi>
          </span>
          <span className={styles.marks}>
            <button
              type="button"
              className={styles.small}
              aria-keyshortcuts="I"
              onClick={() => mark('first')}
            >
              {t('compose.in')} <kbd>I</kbd>
            </button>
            <button
              type="button"
              className={styles.small}
              aria-keyshortcuts="O"
              onClick={() => mark('last')}
            >
              {t('compose.out')} <kbd>O</kbd>
            </button>
            {draft.span && (
              <button
                type="button"
                className={styles.small}
                onClick={() => setDraft((before) => ({ ...before, span: null }))}
              >
                {t('compose.noRange')}
              </button>
            )}
          </span>
        </div>
      )}
      <Writing
        field={words}
        label={t('compose.label')}
        hint={t('compose.hint')}
        value={text}
        onChange={setText}
        onSend={send}
        onBegin={watching.pause}
      />
      {say.error && <ErrorAlert error={say.error} />}
      <div className={styles.foot}>
        {watching.kind !== 'audio' && (
          <DrawTools
            draft={draft}
            setDraft={setDraft}
            onBegin={() => {
              watching.pause()
              watching.whole.current?.scrollIntoView({ block: 'nearest' })
            }}
          />
        )}
        <Button
          type="submit"
          loading={say.isPending}
          disabled={!text.trim()}
          title={text.trim() ? undefined : t('compose.empty')}
        >
          {t('compose.send')}
        </Button>
      </div>
    </form>
  )
}
