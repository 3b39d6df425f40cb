import { useRef } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { useUploadQueue } from './upload-queue-context.ts'
import type { TargetAsset } from './upload-queue.ts'
import { useUnfinishedUploads } from './use-unfinished-uploads.ts'
import styles from './uploads.module.css'

/**
 * Brings files for one asset: nothing is asked, because it is known where they belong. A file that
 * was begun before goes on.
 */
export function UploadButton({ place }: { place: TargetAsset }) {
  const { t } = useTranslation('uploads')
  const field = useRef<HTMLInputElement>(null)
  const queue = useUploadQueue()
  const unfinished = useUnfinishedUploads().filter((left) => left.place._id === place._id)
  return (
    <div className={styles.bring}>
      <Button onClick={() => field.current?.click()}>{t('bring')}</Button>
      <span className={styles.hint}>{t('bringHint')}</span>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={t('bringLabel')}
        onChange={({ currentTarget }) => {
          queue.add(place, [...(currentTarget.files ?? [])], unfinished)
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
