import type { TimelineProps } from './timeline-props.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LoadedTimeline } from './loaded-timeline.tsx'
import styles from './timeline.module.css'

/** The film that lines are timed against: the picture, the waveform and the controls for both. */
export function Timeline(props: TimelineProps) {
  const { t } = useTranslation('timeline')
  const { preview } = props
  const isPlayable =
    preview &&
    preview.status !== 'none' &&
    preview.status !== 'failed' &&
    ['video', 'audio'].includes(preview.type)
  if (isPlayable) return <LoadedTimeline key={preview._id} {...props} preview={preview} />
  return (
    <section className={styles.timeline} aria-label={t('title')}>
      <div className={`${styles.picture} ${styles.empty}`}>
        <EmptyState title={t('noFilm')}>
          <p>{t('noFilmAdvice')}</p>
        </EmptyState>
      </div>
    </section>
  )
}
