import type { offlineDecisions, offlines } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { Export } from './export-comments.tsx'
import { ThreadCard } from './thread.tsx'
import { inState, type State, type Thread } from './threads.ts'
import styles from './review.module.css'

const STATES: State[] = ['open', 'resolved', 'all']
type Parts = {
  offline: offlines.Offline
  all: Thread[]
  threads: Thread[]
  chosen: string | undefined
  choose: (thread: Thread) => void
  step: (by: 1 | -1) => void
  answer: {
    data: unknown
    error: Error | null
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  state: State
  onState: (state: State) => void
  owner: string
  by: offlineDecisions.Reviewer
  mayComment: boolean
  onHide: (id: string, isHidden: boolean) => void
}

/** What was said of this version and is still open from those before. */
export function Threads({
  offline,
  all,
  threads,
  chosen,
  choose,
  step,
  answer,
  state,
  onState,
  owner,
  by,
  mayComment,
  onHide,
}: Parts) {
  const { t } = useTranslation('review')
  return (
    <section aria-label={t('comments.title')}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{t('comments.title')}</h2>
        <span className={styles.marks}>
          <button
            type="button"
            className={styles.small}
            aria-keyshortcuts="P"
            title={`${t('comments.previous')} (P)`}
            onClick={() => step(-1)}
          >
            {t('comments.back')}
          </button>
          <button
            type="button"
            className={styles.small}
            aria-keyshortcuts="N"
            title={`${t('comments.next')} (N)`}
            onClick={() => step(1)}
          >
            {t('comments.on')}
          </button>
        </span>
      </div>
      <fieldset className={styles.states}>
        <legend className="visually-hidden">{t('comments.which')}</legend>
        {STATES.map((one) => (
          <label key={one} data-on={state === one}>
            <input
              type="radio"
              name="state"
              className="visually-hidden"
              checked={state === one}
              onChange={() => onState(one)}
            />
            {t(`comments.${one}`)}{' '}
            <span className={styles.amount}>{formatNumber(inState(all, one).length)}</span>
          </label>
        ))}
      </fieldset>
      {answer.error && (
        <ErrorAlert
          error={answer.error}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
          isStale={Boolean(answer.data)}
        />
      )}
      {!answer.data && !answer.error && <PendingRows rows={3} />}
      {Boolean(answer.data) && threads.length === 0 && (
        <EmptyState title={t(`none.${state}`)}>
          <p>{mayComment ? t('none.lesson') : t('none.reading')}</p>
        </EmptyState>
      )}
      <ol className={styles.threads} aria-live="polite">
        {threads.map((thread) => (
          <ThreadCard
            key={thread.first._id}
            offline={offline}
            thread={thread}
            isChosen={thread.first._id === chosen}
            choose={choose}
            owner={owner}
            by={by}
            mayComment={mayComment}
            onHide={onHide}
          />
        ))}
      </ol>
      {all.length > 0 && <Export offline={offline} />}
    </section>
  )
}
