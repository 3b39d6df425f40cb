import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { DroppedFiles } from './dropped-files.tsx'
import { useDroppedFiles, useTrayItems, useUploadQueue } from './upload-queue-context.ts'
import { summarizeUploads } from './summary.ts'
import { UploadTrayItem } from './upload-tray-item.tsx'
import { useUnfinishedUploads } from './use-unfinished-uploads.ts'
import { UnfinishedUploadItem } from './unfinished-upload.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { formatDuration } from '../../ui/format/format.ts'
import styles from './uploads.module.css'

const STORAGE_KEY = 'reelay.tray'

/** Shows all uploads on every page, with their progress and what became of them. */
export function UploadTray() {
  const { t } = useTranslation('uploads')
  const queue = useUploadQueue()
  const items = useTrayItems()
  const droppedFiles = useDroppedFiles()
  const unfinished = useUnfinishedUploads()
  const [isCollapsed, setCollapsed] = useState(
    () => sessionStorage.getItem(STORAGE_KEY) === 'collapsed',
  )
  const setAndRemember = (collapsed: boolean) => {
    sessionStorage.setItem(STORAGE_KEY, collapsed ? 'collapsed' : 'open')
    setCollapsed(collapsed)
  }
  if (!items.length && !droppedFiles.length && !unfinished.length) return null
  const isOpen = !isCollapsed || droppedFiles.length > 0
  const { pending, done, failed, progress, secondsLeft } = summarizeUploads(items)
  const summary = [
    pending > 0 && t('uploading', { count: pending }),
    pending > 0 && secondsLeft !== null && t('timeLeft', { time: formatDuration(secondsLeft) }),
    failed > 0 && t('failed', { count: failed }),
    pending === 0 && done > 0 && t('done', { count: done }),
    unfinished.length > 0 && t('unfinished', { count: unfinished.length }),
  ].filter(Boolean)
  return (
    <aside className={styles.tray} aria-label={t('title')} data-open={isOpen} data-upload-tray="">
      <div className={styles.head}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls="uploads"
          onClick={() => setAndRemember(isOpen)}
        >
          <span className={styles.title}>{t('title')}</span>
          <span className={styles.summary}>{summary.join(' · ')}</span>
        </button>
        {pending === 0 && done > 0 && (
          <button
            type="button"
            className={styles.dismissAll}
            onClick={() =>
              items.filter(({ state }) => state === 'done').forEach(({ key }) => queue.dismiss(key))
            }
          >
            {t('dismissAll')}
          </button>
        )}
      </div>
      {pending > 0 && !isOpen && <ProgressBar label={t('totalProgress')} value={progress} />}
      {isOpen && (
        <div className={styles.body} id="uploads">
          {droppedFiles.length > 0 && <DroppedFiles files={droppedFiles} unfinished={unfinished} />}
          {(items.length > 0 || unfinished.length > 0) && (
            <ul className={styles.list} aria-label={t('title')}>
              {items.map((item) => (
                <UploadTrayItem key={item.key} item={item} />
              ))}
              {unfinished.map((upload) => (
                <UnfinishedUploadItem key={upload.upload} unfinished={upload} />
              ))}
            </ul>
          )}
        </div>
      )}
    </aside>
  )
}
