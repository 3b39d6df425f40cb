import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { Breakable } from '../../ui/text/breakable.tsx'
import { Progress } from '../../ui/feedback/progress-bar.tsx'
import { tellBefore } from '../../ui/feedback/toasts.tsx'
import { size } from '../../ui/format/format.ts'
import { useState } from 'react'
import { pickFiles } from './pick-files.ts'
import { useUploadQueue } from './upload-queue-context.ts'
import type { TargetAsset, UnfinishedUpload } from './upload-queue.ts'
import styles from './uploads.module.css'

/** A browser forgets files when the page goes, so the person has to hand it over again. */
export function UnfinishedUploadItem({
  left,
}: {
  left: UnfinishedUpload & { place: TargetAsset }
}) {
  const { t } = useTranslation(['uploads', 'common'])
  const queue = useUploadQueue()
  const [isLeaving, setLeaving] = useState(false)
  const pick = () =>
    pickFiles((files) => {
      const same = files.filter((file) => file.name === left.name && file.size === left.length)
      if (same.length) queue.add(left.place, same.slice(0, 1), [left])
      const others = files.filter((file) => file !== same[0])
      if (others.length) queue.receive(others)
    })
  const giveUp = () => {
    setLeaving(true)
    tellBefore(t('givenUp', { name: left.name }), {
      undo: t('common:undo'),
      run: () => void queue.giveUp(left),
      undone: () => setLeaving(false),
    })
  }
  if (isLeaving) return null
  return (
    <li className={styles.item}>
      <div className={styles.top}>
        <div className={styles.name}>
          <span dir="auto">
            <Breakable text={left.name} />
          </span>
          <span className={styles.said}>
            {t('for')} <span dir="auto">{left.place.name}</span>
          </span>
        </div>
        <div className={styles.buttons}>
          {!left.error && (
            <Button size="compact-sm" onClick={pick} aria-label={`${t('pickAgain')}: ${left.name}`}>
              {t('pickAgain')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            onClick={giveUp}
            aria-label={`${t('giveUp')}: ${left.name}`}
          >
            {t('giveUp')}
          </Button>
        </div>
      </div>
      <Progress
        label={t('sentOf', { name: left.name })}
        value={left.offset / Math.max(1, left.length)}
        quiet
      />
      <div className={styles.said} data-bad={left.error !== null}>
        {left.error ?? t('notFinished', { sent: size(left.offset), length: size(left.length) })}
      </div>
    </li>
  )
}
