import { lazy, Suspense, useState } from 'react'
import { offlineComments, type offlines } from '@reelay/api/contract'
import { loadNamespaces, useTranslation } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { QueryError } from '../../ui/feedback/query-error.tsx'
import { useKeyHint } from '../../ui/shortcuts/assigned-keys.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { ExportComments } from './export-comments.tsx'
import { REVIEW_SHORTCUTS } from './shortcuts.ts'
import { ThreadCard } from './thread.tsx'
import { filterThreads, type ThreadState } from './threads.ts'
import type { Review } from './use-review.ts'
import styles from './comments.module.css'
import panel from './panel.module.css'

const THREAD_STATES: ThreadState[] = ['open', 'resolved', 'all']

type Props = { review: Review; versions: offlines.Offline[] | undefined }

/** Needed rarely, so it is loaded when it opens. */
const ConformComments = lazy(async () => {
  const [{ ConformComments: dialog }] = await Promise.all([
    import('./conform/conform-comments.tsx'),
    loadNamespaces('conform'),
  ])
  return { default: dialog }
})

/** The comments on this version, and the open ones of earlier versions. */
export function ThreadList({ review, versions }: Props) {
  const { offline, all, threads, selected, state, comments, mayComment, selectAdjacent } = review
  const { t } = useTranslation('review')
  const previousHint = useKeyHint(
    t('comments.previous'),
    'review.previousComment',
    REVIEW_SHORTCUTS.previousComment,
  )
  const nextHint = useKeyHint(
    t('comments.next'),
    'review.nextComment',
    REVIEW_SHORTCUTS.nextComment,
  )
  return (
    <section aria-label={t('comments.title')}>
      <div className={panel.header}>
        <h2 className={panel.heading}>{t('comments.title')}</h2>
        <span className={panel.buttons}>
          <button
            type="button"
            className={panel.smallButton}
            {...previousHint}
            onClick={() => selectAdjacent(-1)}
          >
            {t('comments.previousLabel')}
          </button>
          <button
            type="button"
            className={panel.smallButton}
            {...nextHint}
            onClick={() => selectAdjacent(1)}
          >
            {t('comments.nextLabel')}
          </button>
        </span>
      </div>
      <fieldset className={styles.filter}>
        <legend className="visually-hidden">{t('comments.filter')}</legend>
        {THREAD_STATES.map((option) => (
          <label key={option} data-on={state === option}>
            <input
              type="radio"
              name="state"
              className="visually-hidden"
              checked={state === option}
              onChange={() => review.setState(option)}
            />
            {t(`comments.${option}`)}{' '}
            <span className={styles.count}>{formatNumber(filterThreads(all, option).length)}</span>
          </label>
        ))}
      </fieldset>
      <QueryError query={comments} />
      {!comments.data && !comments.error && <PendingRows rows={3} />}
      {Boolean(comments.data) && threads.length === 0 && (
        <EmptyState title={t(`none.${state}`)}>
          <p>{mayComment ? t('none.advice') : t('none.readOnly')}</p>
        </EmptyState>
      )}
      <ol className={styles.threads} aria-live="polite">
        {threads.map((thread) => (
          <ThreadCard
            key={thread.first._id}
            review={review}
            thread={thread}
            isSelected={thread.first._id === selected}
          />
        ))}
      </ol>
      <ConformButton review={review} versions={versions} />
      {all.length > 0 && <ExportComments offline={offline} />}
    </section>
  )
}

/** For people who resolve comments, if there are any of an earlier version. */
function ConformButton({ review, versions = [] }: Props) {
  const { offline, request, reviewer, all } = review
  const { t } = useTranslation('review')
  const [isOpen, setOpen] = useState(false)
  const earlier = versions
    .filter(({ version }) => version < offline.version)
    .toSorted((a, b) => b.version - a.version)
  const isUseful = earlier.length > 0 && all.some(({ first }) => first.carriedFrom)
  if (!isUseful || offlineComments.checkResolve({ owner: request.from._id }, reviewer)) return null
  return (
    <p className={styles.export}>
      <button type="button" className={panel.smallButton} onClick={() => setOpen(true)}>
        {t('conform.open')}
      </button>
      {isOpen && (
        <Dialog title={t('conform.title')} onClose={() => setOpen(false)} size="wide">
          <Suspense fallback={<PendingRows rows={3} />}>
            <ConformComments offline={offline} earlier={earlier} close={() => setOpen(false)} />
          </Suspense>
        </Dialog>
      )}
    </p>
  )
}
