import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TFunction } from '../../i18n/i18n.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { Breakable } from '../../ui/text/breakable.tsx'
import { Progress } from '../../ui/feedback/progress-bar.tsx'
import { tell, tellBefore } from '../../ui/feedback/toasts.tsx'
import { explain } from '../../ui/feedback/explain-error.ts'
import { size, span } from '../../ui/format/format.ts'
import { FileMetadataForm } from './file-metadata-form.tsx'
import { ProcessingStatus } from './processing-status.tsx'
import { useUploadQueue } from './upload-queue-context.ts'
import type { FileMetadata, UploadItem } from './upload-queue.ts'
import styles from './uploads.module.css'

/**
 * One file on its way in: how far, how fast, what can be done about it; and once it is here, what
 * became of it.
 */
export function UploadTrayItem({ item }: { item: UploadItem }) {
  const { t } = useTranslation('uploads')
  const queue = useUploadQueue()
  const { key, name, asset: place, length, sent, state, metadata: about } = item
  const describe = (to: FileMetadata) =>
    void queue.describe(key, to).catch((error: Error) => {
      const { title, advice } = explain(error)
      tell(`${title}: ${advice}`, { tone: 'bad' })
    })
  return (
    <li className={styles.item} data-state={state}>
      <div className={styles.top}>
        <div className={styles.name}>
          <span dir="auto">
            <Breakable text={name} />
          </span>
          <span className={styles.said}>
            {t('for')}{' '}
            <Link to="/assets/$id" params={{ id: place.slug }} dir="auto">
              {place.name}
            </Link>
          </span>
        </div>
        <div className={styles.buttons}>
          <ItemActions item={item} />
        </div>
      </div>
      {state !== 'done' && (
        <Progress
          label={t('sentOf', { name })}
          value={length ? sent / length : 0}
          quiet={state !== 'sending'}
        />
      )}
      <div
        className={styles.said}
        data-bad={state === 'failed'}
        role={state === 'failed' ? 'alert' : undefined}
      >
        {words(item, t)}
      </div>
      {state === 'done' && item.file && <ProcessingStatus file={item.file} place={place} />}
      <details className={styles.fold}>
        <summary>
          {t('about')}
          <span className="unseen">: {name}</span>
        </summary>
        <FileMetadataForm about={about} onChange={describe} />
      </details>
    </li>
  )
}

function ItemActions({ item: { key, name, file, state } }: { item: UploadItem }) {
  const { t } = useTranslation(['uploads', 'common'])
  const queue = useUploadQueue()
  const act = (title: string, onClick: () => void) => (
    <Button size="compact-sm" variant="default" onClick={onClick} aria-label={`${title}: ${name}`}>
      {title}
    </Button>
  )
  const cancel = () => {
    const wasGoing = queue.hold(key, true)
    tellBefore(t('cancelled', { name }), {
      undo: t('common:undo'),
      run: () => void queue.cancel(key),
      undone: () => {
        queue.hold(key, false)
        if (wasGoing) queue.pauseOrResume(key)
      },
    })
  }
  if (state === 'done') return act(t('common:dismiss'), () => queue.dismiss(key))
  return (
    <>
      {state === 'failed' && act(t('common:tryAgain'), () => void queue.again(key))}
      {/* Before it is registered there is nothing to hold up. */}
      {state !== 'failed' &&
        file &&
        act(state === 'paused' ? t('resume') : t('pause'), () => queue.pauseOrResume(key))}
      {act(t('common:cancel'), cancel)}
    </>
  )
}

function words(
  { state, sent, length, rate: pace, error: problem }: UploadItem,
  t: TFunction<'uploads'>,
): string {
  const soFar = t('soFar', { sent: size(sent), length: size(length) })
  if (state === 'queued') return t('queued')
  if (state === 'away') return t('away', { soFar })
  if (state === 'paused') return t('paused', { soFar })
  if (state === 'failed') return problem ?? t('stoppedPlainly')
  if (state === 'done') return t('arrived', { length: size(length) })
  return pace
    ? t('sending', { soFar, pace: size(pace), left: span((length - sent) / pace) })
    : soFar
}
