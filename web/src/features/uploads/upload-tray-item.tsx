import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation, type TFunction } from '../../i18n/i18n.ts'
import { Breakable } from '../../ui/text/breakable.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { confirmed } from '../../ui/feedback/confirm.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { explainError } from '../../ui/feedback/explain-error.ts'
import { formatBytes, formatDuration } from '../../ui/format/format.ts'
import { FileMetadataForm } from './file-metadata-form.tsx'
import { ProcessingStatus } from './processing-status.tsx'
import { useUploadQueue } from './upload-queue-context.ts'
import type { FileMetadata, UploadItem } from './upload-store.ts'
import styles from './uploads.module.css'

/** One upload with its progress and actions, and afterwards the processing of the file. */
export function UploadTrayItem({ item }: { item: UploadItem }) {
  const { t } = useTranslation('uploads')
  const queue = useUploadQueue()
  const { key, name, asset, length, sent, state, metadata } = item
  const saveMetadata = (change: FileMetadata) =>
    void queue.setMetadata(key, change).catch((error: Error) => {
      const { title, advice } = explainError(error)
      showToast(`${title}: ${advice}`, { tone: 'bad' })
    })
  return (
    <li className={styles.item} data-state={state}>
      <div className={styles.top}>
        <div className={styles.name}>
          <span dir="auto">
            <Breakable text={name} />
          </span>
          <span className={styles.status}>
            {t('for')}{' '}
            <Link to="/assets/$id" params={{ id: asset.slug }} dir="auto">
              {asset.name}
            </Link>
          </span>
        </div>
        <div className={styles.buttons}>
          <ItemActions item={item} />
        </div>
      </div>
      {state !== 'done' && (
        <ProgressBar
          label={t('progressOf', { name })}
          value={length ? sent / length : 0}
          isMuted={state !== 'sending'}
        />
      )}
      <div
        className={styles.status}
        data-error={state === 'failed'}
        role={state === 'failed' ? 'alert' : undefined}
      >
        {statusText(item, t)}
      </div>
      {state === 'done' && item.file && (
        <ProcessingStatus file={item.file} asset={asset} hasSlot={item.slot !== undefined} />
      )}
      <details className={styles.details}>
        <summary>
          {t('metadata')}
          <span className="visually-hidden">: {name}</span>
        </summary>
        <FileMetadataForm metadata={metadata} onChange={saveMetadata} />
      </details>
    </li>
  )
}

function ItemActions({ item: { key, name, file, state } }: { item: UploadItem }) {
  const { t } = useTranslation(['uploads', 'common'])
  const queue = useUploadQueue()
  const button = (label: string, onClick: () => void) => (
    <Button size="compact-sm" variant="default" onClick={onClick} aria-label={`${label}: ${name}`}>
      {label}
    </Button>
  )
  /** The upload continues while the question is open. */
  const cancel = async () => {
    const question = {
      title: t('cancelThis', { name }),
      note: t('stopHint'),
      action: t('cancelUpload'),
    }
    if (file === null || (await confirmed(question))) await queue.cancel(key)
  }
  if (state === 'done') return button(t('common:dismiss'), () => queue.dismiss(key))
  return (
    <>
      {state === 'failed' && button(t('common:retry'), () => queue.retry(key))}
      {/* Before the file is registered there is nothing to pause. */}
      {state !== 'failed' &&
        file &&
        button(state === 'paused' ? t('resume') : t('pause'), () => queue.pauseOrResume(key))}
      {button(t('common:cancel'), () => void cancel())}
    </>
  )
}

function statusText(item: UploadItem, t: TFunction<'uploads'>): string {
  const { state, sent, length, rate, error } = item
  const progress = t('progress', { sent: formatBytes(sent), length: formatBytes(length) })
  if (state === 'queued') return t('queued')
  if (state === 'unreachable') return t('unreachable', { progress })
  if (state === 'paused') return t('paused', { progress })
  if (state === 'failed') return error ?? t('failedPlainly')
  if (item.slotError) return item.slotError
  if (state === 'done') return t('verified', { length: formatBytes(length) })
  if (!rate) return progress
  const timeLeft = formatDuration((length - sent) / rate)
  return t('sending', { progress, rate: formatBytes(rate), timeLeft })
}
