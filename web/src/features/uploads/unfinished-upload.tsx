import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { Breakable } from '../../ui/text/breakable.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { confirmed } from '../../ui/feedback/confirm.tsx'
import { formatBytes } from '../../ui/format/format.ts'
import { pickFiles } from './pick-files.ts'
import { useUploadQueue } from './upload-queue-context.ts'
import type { UnfinishedUpload } from './upload-queue.ts'
import styles from './uploads.module.css'

/** A reload makes the browser lose access to the file, so the user has to select it again. */
export function UnfinishedUploadItem({ unfinished }: { unfinished: UnfinishedUpload }) {
  const { name, length, offset, asset, error } = unfinished
  const { t } = useTranslation('uploads')
  const queue = useUploadQueue()
  const pick = () =>
    pickFiles((files) => {
      const same = files.filter((file) => file.name === name && file.size === length)
      if (same.length) queue.add(asset, same.slice(0, 1), [unfinished])
      const others = files.filter((file) => file !== same[0])
      if (others.length) queue.addDropped(others)
    })
  const discard = async () => {
    const title = t('discardThis', { name })
    if (await confirmed({ title, note: t('stopHint'), action: t('discard') }))
      await queue.discard(unfinished)
  }
  return (
    <li className={styles.item}>
      <div className={styles.top}>
        <div className={styles.name}>
          <span dir="auto">
            <Breakable text={name} />
          </span>
          <span className={styles.status}>
            {t('for')} <span dir="auto">{asset.name}</span>
          </span>
        </div>
        <div className={styles.buttons}>
          {!error && (
            <Button size="compact-sm" onClick={pick} aria-label={`${t('selectAgain')}: ${name}`}>
              {t('selectAgain')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void discard()}
            aria-label={`${t('discard')}: ${name}`}
          >
            {t('discard')}
          </Button>
        </div>
      </div>
      <ProgressBar label={t('progressOf', { name })} value={offset / Math.max(1, length)} isMuted />
      <div className={styles.status} data-error={error !== null}>
        {error ?? t('incomplete', { sent: formatBytes(offset), length: formatBytes(length) })}
      </div>
    </li>
  )
}
