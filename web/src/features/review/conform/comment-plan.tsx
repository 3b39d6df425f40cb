import { useState } from 'react'
import { Button } from '@mantine/core'
import type { offlines } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Select } from '../../../ui/fields/select.tsx'
import styles from '../../translation-editor/conform/conform.module.css'
import { FilmStill } from '../../translation-editor/conform/film-still.tsx'
import dialogs from '../../translation-editor/dialogs/dialogs.module.css'

type Decisions = NonNullable<offlines.CommentConform['decisions']>
type Films = { old: string; new: string }
type Props = {
  plan: offlines.CommentConformResult
  films: Films
  isSending: boolean
  apply: (decisions: Decisions) => void
  back: () => void
}

/** What is certain is counted; what is doubtful is shown with both pictures and decided one by one. */
export function CommentPlan({ plan, films, isSending, apply, back }: Props) {
  const { t } = useTranslation('conform')
  const [decisions, setDecisions] = useState<Decisions>({})
  const flagged = plan.comments.filter(({ outcome }) => outcome === 'flagged')
  const dropped = plan.comments.filter(({ outcome }) => outcome === 'dropped')
  return (
    <>
      <div role="status">
        <dl className={styles.counts}>
          {(['moved', 'flagged', 'dropped'] as const).map((outcome) => (
            <div key={outcome} data-outcome={outcome}>
              <dt>{t(`counts.${outcome}`)}</dt>
              <dd>{plan.counts[outcome].toLocaleString()}</dd>
            </div>
          ))}
        </dl>
      </div>
      {plan.matched !== null && (
        <p className={dialogs.secondary}>
          {t('matched', { percent: Math.round(plan.matched * 100) })}
        </p>
      )}
      {plan.comments.length === 0 && <p>{t('comments.noComments')}</p>}
      {flagged.length > 0 && (
        <section aria-label={t('comments.doubtful')} className={dialogs.form}>
          {flagged.map((comment) => (
            <DoubtfulComment
              key={comment.comment}
              comment={comment}
              films={films}
              decision={decisions[comment.comment]}
              decide={(decision) => setDecisions({ ...decisions, [comment.comment]: decision })}
            />
          ))}
        </section>
      )}
      {dropped.length > 0 && <DroppedComments comments={dropped} />}
      <div className={dialogs.actions}>
        <Button variant="default" onClick={back}>
          {t('back')}
        </Button>
        <Button
          loading={isSending}
          disabled={plan.comments.length === 0}
          onClick={() => apply(decisions)}
        >
          {t('apply')}
        </Button>
      </div>
    </>
  )
}

function DroppedComments({ comments }: { comments: offlines.PlannedComment[] }) {
  const { t } = useTranslation(['conform', 'review'])
  return (
    <section className={styles.dropped} aria-label={t('comments.dropped')}>
      <strong>{t('comments.dropped')}</strong>
      <p className={dialogs.secondary}>{t('comments.droppedNote')}</p>
      <ul>
        {comments.map(({ comment, text, from, reason }) => (
          <li key={comment}>
            <bdi>{from.timecode}</bdi> <span dir="auto">{text}</span>{' '}
            {reason && (
              <span className={dialogs.secondary}>{t(`review:conform.reasons.${reason}`)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type DoubtfulProps = {
  comment: offlines.PlannedComment
  films: Films
  decision: offlines.CommentDecision | undefined
  decide: (decision: offlines.CommentDecision) => void
}

function DoubtfulComment({ comment, films, decision, decide }: DoubtfulProps) {
  const { t } = useTranslation(['conform', 'review'])
  const { text, reason, from, to } = comment
  const chosen = decision ?? (to.length > 0 ? 0 : 'keep')
  const place = typeof chosen === 'number' ? to[chosen] : undefined
  return (
    <div className={styles.doubtful}>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <p className={dialogs.secondary}>{reason && t(`review:conform.reasons.${reason}`)}</p>
      <div className={styles.sides}>
        <FilmStill label={t('old')} kind="offline" film={films.old} time={from} />
        <FilmStill label={t('new')} kind="offline" film={films.new} time={place ?? from} />
      </div>
      <Select
        label={t('comments.place', { text: text.slice(0, 60) })}
        value={String(chosen)}
        options={[
          ...to.map(({ timecode, first }, index) => ({
            value: String(index),
            name: timecode ?? String(first),
          })),
          { value: 'keep', name: t('comments.keep', { time: from.startTime ?? from.first }) },
        ]}
        onChange={(value) => decide(value === 'keep' ? 'keep' : Number(value))}
      />
    </div>
  )
}
