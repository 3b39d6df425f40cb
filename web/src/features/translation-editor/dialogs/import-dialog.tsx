import { useState } from 'react'
import { Button } from '@mantine/core'
import { translations } from '@reelay/api/contract'
import {
  READABLE_FORMAT_NAMES,
  detectFormat,
  type ReadableFormatName,
} from '@reelay/subtitles/formats'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { ImportWarnings } from '../../shared/import-warnings.tsx'
import { useEditor } from '../editor-context.ts'
import { useFormatOptions } from './subtitle-formats.ts'
import styles from './dialogs.module.css'

/** The first press previews the changes, the second imports them. */
export function ImportDialog({
  translation: { _id: id },
  close,
}: {
  translation: translations.Translation
  close: () => void
}) {
  const { t } = useTranslation(['translation-editor', 'common', 'trade'])
  const { store } = useEditor()
  const formats = useFormatOptions(READABLE_FORMAT_NAMES)
  const [file, setFile] = useState<File | null>(null)
  const [format, setFormat] = useState<ReadableFormatName>('srt')
  const [times, setTimes] = useState<'take' | 'keep'>('keep')
  const preview = useEndpointMutation(translations.translationLines.import, {
    invalidates: [],
    silent: true,
  })
  const importFile = useEndpointMutation(translations.translationLines.import, {
    invalidates: ['/workrequests'],
    silent: true,
    onSuccess: ({ changed, added }) => {
      close()
      void store.pull()
      showToast(t('import.done', { count: changed + added.length }))
    },
  })
  const selectFile = async (selected: File | undefined) => {
    setFile(selected ?? null)
    preview.reset()
    const detected =
      selected && detectFormat(selected.name, new Uint8Array(await selected.arrayBuffer()))
    if (detected) setFormat(detected)
  }
  const send = async (mutate: typeof importFile.mutate, isDryRun: boolean) => {
    await store.flush()
    mutate({
      params: { id },
      query: { format, times, dry: isDryRun ? 'true' : 'false' },
      body: new Uint8Array(await file!.arrayBuffer()),
    })
  }
  return (
    <>
      <label className={styles.label}>
        {t('import.file')}
        <input
          className={styles.file}
          type="file"
          onChange={({ currentTarget }) => void selectFile(currentTarget.files?.[0])}
        />
      </label>
      <Select
        label={t('export.format')}
        value={format}
        options={formats}
        onChange={(value) => {
          setFormat(value as ReadableFormatName)
          preview.reset()
        }}
      />
      <Select
        label={t('import.times')}
        value={times}
        options={[
          { value: 'keep', name: t('import.keepTimes') },
          { value: 'take', name: t('import.useFileTimes') },
        ]}
        onChange={(value) => {
          setTimes(value as 'take' | 'keep')
          preview.reset()
        }}
      />
      {(preview.error ?? importFile.error) && (
        <ErrorAlert error={(preview.error ?? importFile.error)!} />
      )}
      {preview.data && (
        <p role="status">
          {t('import.summary', {
            read: preview.data.read,
            changed: preview.data.changed,
            added: preview.data.added.length,
            left: preview.data.left.length,
          })}
        </p>
      )}
      {preview.data && <ImportWarnings warnings={preview.data.warnings} />}
      <div className={styles.actions}>
        <Button variant="default" onClick={close}>
          {t('common:cancel')}
        </Button>
        {preview.data ? (
          <Button
            onClick={() => void send(importFile.mutate, false)}
            loading={importFile.isPending}
          >
            {preview.data.warnings.length > 0 ? t('trade:importAndDrop') : t('import.import')}
          </Button>
        ) : (
          <Button
            disabled={!file}
            title={file ? undefined : t('import.selectFile')}
            onClick={() => void send(preview.mutate, true)}
            loading={preview.isPending}
          >
            {t('import.preview')}
          </Button>
        )}
      </div>
    </>
  )
}
