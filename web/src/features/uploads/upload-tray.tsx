import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { DroppedFiles } from './dropped-files.tsx'
import { useDroppedFiles, useUploadItems, useUploadQueue } from './upload-queue-context.ts'
import { summarizeUploads } from './summary.ts'
import { UploadTrayItem } from './upload-tray-item.tsx'
import { useUnfinishedUploads } from './use-unfinished-uploads.ts'
import { UnfinishedUploadItem } from './unfinished-upload.tsx'
import { Progress } from '../../ui/feedback/progress-bar.tsx'
import { span } from '../../ui/format/format.ts'
import styles from './uploads.module.css'

const KEY = 'reelay.tray'

/** What comes in, on every page: where it belongs, how far it is, and what became of it. */
export function UploadTray() {
  const { t } = useTranslation('uploads')
  const queue = useUploadQueue()
  const items = useUploadItems().filter(({ isCancelling: leaving }) => !leaving)
  const arrivals = useDroppedFiles()
  const unfinished = useUnfinishedUploads()
  const [isFolded, setFolded] = useState(() => sessionStorage.getItem(KEY) === 'folded')
  const fold = (folded: boolean) => {
    sessionStorage.setItem(KEY, folded ? 'folded' : 'open')
    setFolded(folded)
  }
  if (!items.length && !arrivals.length && !unfinished.length) return null
  const isOpen = !isFolded || arrivals.length > 0
  const { coming, done, failed, share, left } = summarizeUploads(items)
  const words = [
    coming > 0 && t('coming', { count: coming }),
    coming > 0 && left !== null && t('left', { span: span(left) }),
    failed > 0 && t('failed', { count: failed }),
    coming === 0 && done > 0 && t('done', { count: done }),
    unfinished.length > 0 && t('unfinished', { count: unfinished.length }),
  ].filter(Boolean)
  return (
    <aside className={styles.tray} aria-label={t('title')} data-open={isOpen}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls="uploads"
          onClick={() => fold(isOpen)}
        >
          <span className={styles.title}>{t('title')}</span>
          <span className={styles.words}>{words.join(' · ')}</span>
        </button>
        {coming === 0 && done > 0 && (
          <button
            type="button"
            className={styles.quiet}
            onClick={() =>
              items.filter(({ state }) => state === 'done').forEach(({ key }) => queue.dismiss(key))
            }
          >
            {t('dismissAll')}
          </button>
        )}
      </div>
      {coming > 0 && !isOpen && <Progress label={t('sentOfAll')} value={share} />}
      {isOpen && (
        <div className={styles.body} id="uploads">
          {arrivals.length > 0 && <DroppedFiles arrivals={arrivals} unfinished={unfinished} />}
          {(items.length > 0 || unfinished.length > 0) && (
            <ul className={styles.list} aria-label={t('title')}>
              {items.map((item) => (
                <UploadTrayItem key={item.key} item={item} />
              ))}
              {unfinished.map((left) => (
                <UnfinishedUploadItem key={left.upload} left={left} />
              ))}
            </ul>
          )}
        </div>
      )}
    </aside>
  )
}
