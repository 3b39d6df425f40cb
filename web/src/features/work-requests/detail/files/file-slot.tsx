import { useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import type { workrequests } from '@reelay/api/contract'
import { useMutation } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { invalidatePaths } from '../../../../api/mutations.ts'
import { randomKey } from '../../../../api/random-key.ts'
import { useService } from '../../../../api/service-context.ts'
import { explainError } from '../../../../ui/feedback/explain-error.ts'
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx'
import { showToast } from '../../../../ui/feedback/toasts.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { filesFromDrop } from '../../../../ui/files/dropped-files.ts'
import { useHasPermission } from '../../../shared/current-user.ts'
import { fillSlot, slotKey, type RequestSlot } from '../../../uploads/request-slot.ts'
import { announce } from '../../../uploads/slot-uploads.ts'
import { useUploadItems, useUploadQueue } from '../../../uploads/upload-queue-context.ts'
import type { UploadItem } from '../../../uploads/upload-store.ts'
import { useUnfinishedUploads } from '../../../uploads/use-unfinished-uploads.ts'
import { INVALIDATED_PATHS } from '../../moves/use-move-request.ts'
import type { AssetFiles } from './use-asset-files.ts'
import section from '../section.module.css'
import styles from './files.module.css'

type Props = {
  label: string
  submitLabel: string
  slot: RequestSlot
  asset: workrequests.WorkRequest['asset']
  files: AssetFiles
  exclude?: readonly string[]
}

/** A dropped or chosen file is uploaded, attached, and moves the request on if it can. */
export function FileSlot({ label, submitLabel, slot, asset, files, exclude = [] }: Props) {
  const { t } = useTranslation('uploads')
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const mayUpload = useHasPermission('file.write')
  const queue = useUploadQueue()
  const key = slotKey(slot)
  useEffect(() => queue.showSlot(key), [queue, key])
  const running = useUploadItems().filter((item) => item.slot && slotKey(item.slot) === key)
  const unfinished = useUnfinishedUploads().filter((upload) => upload.asset._id === asset._id)
  const upload = (chosen: File[]) => queue.add(asset, chosen, unfinished, {}, { slot })
  return (
    <div
      className={styles.slot}
      data-drop-slot=""
      data-over={isOver}
      onDragOver={(event) => {
        if (!mayUpload) return
        event.preventDefault()
        event.stopPropagation()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!mayUpload) return
        event.preventDefault()
        event.stopPropagation()
        setOver(false)
        void filesFromDrop(event.dataTransfer).then(upload)
      }}
    >
      {mayUpload && (
        <div className={styles.slotHead}>
          <Button size="xs" variant="default" onClick={() => input.current?.click()}>
            {label}
          </Button>
          <span className={section.hint}>{t('slot.drop')}</span>
          <input
            ref={input}
            type="file"
            multiple={slot.kind !== 'offline'}
            hidden
            aria-label={label}
            onChange={({ currentTarget }) => {
              upload([...(currentTarget.files ?? [])])
              currentTarget.value = ''
            }}
          />
        </div>
      )}
      {running.map((item) => (
        <SlotUpload key={item.key} item={item} />
      ))}
      <ExistingFile
        label={label}
        submitLabel={submitLabel}
        slot={slot}
        files={files}
        exclude={exclude}
      />
    </div>
  )
}

function SlotUpload({
  item: { key, name, length, sent, state, error, slotError },
}: {
  item: UploadItem
}) {
  const { t } = useTranslation(['uploads', 'common'])
  const queue = useUploadQueue()
  const reason = slotError ?? (state === 'failed' ? error : null)
  return (
    <div className={styles.slotUpload}>
      <span dir="auto">{name}</span>
      {reason ? (
        <>
          <p role="alert" className={styles.slotError}>
            {reason}
          </p>
          <div className={section.actions}>
            <Button size="compact-sm" variant="default" onClick={() => queue.retry(key)}>
              {t('common:retry')}
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={() => queue.dismiss(key)}>
              {t('common:dismiss')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <ProgressBar label={t('progressOf', { name })} value={length ? sent / length : 0} />
          <span className={section.hint} role="status">
            {state === 'done' ? t('slot.checking') : t('slot.uploading')}
          </span>
        </>
      )}
    </div>
  )
}

type ExistingFileProps = Pick<Props, 'label' | 'submitLabel' | 'slot' | 'files'> & {
  exclude: readonly string[]
}

/** Takes a file that the asset has already. */
function ExistingFile({ label, submitLabel, slot, files, exclude }: ExistingFileProps) {
  const { t } = useTranslation(['request', 'uploads'])
  const { call } = useService()
  const queryClient = useQueryClient()
  const [selected, setSelected] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: (file: string) => fillSlot(call, slot, file, randomKey()),
    onSuccess: (result) => {
      setSelected(undefined)
      announce(slot, result)
      invalidatePaths(queryClient, INVALIDATED_PATHS)
    },
    onError: (error) => {
      const { title, advice } = explainError(error)
      showToast(`${title}: ${advice}`, { tone: 'bad' })
    },
  })
  const options = files.options.filter(({ value }) => !exclude.includes(value))
  if (options.length === 0) return null
  return (
    <details className={section.details}>
      <summary>
        {t('uploads:slot.existing')}
        <span className="visually-hidden"> ({label})</span>
      </summary>
      <div className={styles.picker}>
        <Select
          label={t('file')}
          anyLabel={t('selectFile')}
          value={selected}
          options={options}
          onChange={setSelected}
        />
        <Button
          variant="default"
          disabled={!selected}
          title={selected ? undefined : t('selectFileFirst')}
          loading={isPending}
          onClick={() => selected && mutate(selected)}
        >
          {submitLabel}
        </Button>
      </div>
    </details>
  )
}
