import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Arrivals } from './arrivals.tsx'
import { useArrivals, useItems, useQueue } from './context.ts'
import { summaryOf } from './summary.ts'
import { TrayItem } from './tray-item.tsx'
import { useUnfinished } from './unfinished.ts'
import { UnfinishedUpload } from './unfinished-upload.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { span } from '../../ui/format/format.ts'
import styles from './uploads.module.css'

const KEY = 'reelay.tray'

/** What comes in, on every page: where it belongs, how far it is, and what became of it. */
export function Tray() {
  const { t } = useTranslation('uploads')
  const queue = useQueue()
  const items = useItems().filter(({ leaving }) => !leaving)
  const arrivals = useArrivals()
  const unfinished = useUnfinished()
  const [isFolded, setFolded] = useState(() => sessionStorage.getItem(KEY) === 'folded')
  const fold = (folded: boolean) => {
    sessionStorage.setItem(KEY, folded ? 'folded' : 'open')
    setFolded(folded)
  }
  if (!items.length && !arrivals.length && !unfinished.length) return null
  const isOpen = !isFolded || arrivals.length > 0
  const { coming, done, failed, share, left } = summaryOf(items)
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
          {arrivals.length > 0 && <Arrivals arrivals={arrivals} unfinished={unfinished} />}
          {(items.length > 0 || unfinished.length > 0) && (
            <ul className={styles.list} aria-label={t('title')}>
              {items.map((item) => (
                <TrayItem key={item.key} item={item} />
              ))}
              {unfinished.map((left) => (
                <UnfinishedUpload key={left.upload} left={left} />
              ))}
            </ul>
          )}
        </div>
      )}
    </aside>
  )
}
