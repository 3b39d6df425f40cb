import { useRef } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { useUploadQueue } from './upload-queue-context.ts'
import type { TargetAsset } from './upload-store.ts'
import { useUnfinishedUploads } from './use-unfinished-uploads.ts'
import styles from './uploads.module.css'

/** Uploads files for one asset. A file whose upload is unfinished resumes. */
export function UploadButton({ asset }: { asset: TargetAsset }) {
  const { t } = useTranslation('uploads')
  const input = useRef<HTMLInputElement>(null)
  const queue = useUploadQueue()
  const unfinished = useUnfinishedUploads().filter((upload) => upload.asset._id === asset._id)
  return (
    <div className={styles.uploadButton}>
      <Button onClick={() => input.current?.click()}>{t('uploadFiles')}</Button>
      <span className={styles.hint}>{t('dropHint')}</span>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('fileInput')}
        onChange={({ currentTarget }) => {
          queue.add(asset, [...(currentTarget.files ?? [])], unfinished)
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
