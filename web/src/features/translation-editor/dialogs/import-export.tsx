import { useState } from 'react'
import { Button } from '@mantine/core'
import { translations } from '@reelay/api/contract'
import { FORMAT_NAMES, type FormatName } from '@reelay/subtitles/formats'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useService } from '../../../api/service-context.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { explainError } from '../../../ui/feedback/explain-error.ts'
import { saveFile } from '../../../ui/files/save-file.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { useEditor } from '../editor-context.ts'
import styles from './dialogs.module.css'

const EXTENSIONS: Record<FormatName, string[]> = {
  srt: ['srt'],
  vtt: ['vtt'],
  ttml: ['ttml', 'dfxp', 'itt'],
  stl: ['stl'],
  scc: ['scc'],
  ass: ['ass', 'ssa'],
  dcp: ['xml'],
  csv: ['csv'],
  xlsx: ['xlsx'],
}
const useFormats = () => {
  const { t } = useTranslation('translation-editor')
  return FORMAT_NAMES.map((value) => ({ value, name: t(`format.${value}`) }))
}

export function ExportDialog({
  translation: { _id: id, language },
  name,
}: {
  translation: translations.Translation
  name: string
}) {
  const { t } = useTranslation('translation-editor')
  const { call } = useService()
  const { store } = useEditor()
  const [format, setFormat] = useState<FormatName>('srt')
  const [of, setOf] = useState<'text' | 'source'>('text')
  const fetchFile = async () => {
    await store.flush()
    try {
      const bytes = await call(translations.translationLines.export, {
        params: { id },
        query: { format, of },
      })
      saveFile(bytes, `${name}.${of === 'text' ? language : 'source'}.${EXTENSIONS[format][0]}`)
    } catch (error) {
      const { title, advice } = explainError(error as Error)
      showToast(`${title}: ${advice}`, { tone: 'bad' })
    }
  }
  return (
    <>
      <Select
        label={t('export.format')}
        value={format}
        options={useFormats()}
        onChange={(value) => setFormat(value as FormatName)}
      />
      <Select
        label={t('export.content')}
        value={of}
        options={[
          { value: 'text', name: t('export.text') },
          { value: 'source', name: t('export.source') },
        ]}
        onChange={(value) => setOf(value as 'text' | 'source')}
      />
      <div className={styles.acts}>
        <Button onClick={() => void fetchFile()}>{t('export.export')}</Button>
      </div>
    </>
  )
}

/** First it is told what would come of it; the second press does it. */
export function ImportDialog({
  translation: { _id: id },
  close,
}: {
  translation: translations.Translation
  close: () => void
}) {
  const { t } = useTranslation(['translation-editor', 'common'])
  const { store } = useEditor()
  const formats = useFormats()
  const [file, setFile] = useState<File | null>(null)
  const [format, setFormat] = useState<FormatName>('srt')
  const [times, setTimes] = useState<'take' | 'keep'>('keep')
  const look = useEndpointMutation(translations.translationLines.import, {
    invalidates: [],
    silent: true,
  })
  const bring = useEndpointMutation(translations.translationLines.import, {
    invalidates: ['/workrequests'],
    silent: true,
    onSuccess: ({ changed, added }) => {
      close()
      void store.pull()
      showToast(t('import.done', { count: changed + added.length }))
    },
  })
  const choose = (chosen: File | undefined) => {
    setFile(chosen ?? null)
    look.reset()
    const extension = chosen?.name.split('.').at(-1)?.toLowerCase() ?? ''
    const known = FORMAT_NAMES.find((name) => EXTENSIONS[name].includes(extension))
    if (known) setFormat(known)
  }
  const send = async (act: typeof bring.mutate, dry: boolean) => {
    await store.flush()
    act({
      params: { id },
      query: { format, times, dry: dry ? 'true' : 'false' },
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
          onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
        />
      </label>
      <Select
        label={t('export.format')}
        value={format}
        options={formats}
        onChange={(value) => {
          setFormat(value as FormatName)
          look.reset()
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
          look.reset()
        }}
      />
      {(look.error ?? bring.error) && <ErrorAlert error={(look.error ?? bring.error)!} />}
      {look.data && (
        <p role="status">
          {t('import.summary', {
            read: look.data.read,
            changed: look.data.changed,
            added: look.data.added.length,
            left: look.data.left.length,
          })}
        </p>
      )}
      <div className={styles.acts}>
        <Button variant="default" onClick={close}>
          {t('common:cancel')}
        </Button>
        {look.data ? (
          <Button onClick={() => void send(bring.mutate, false)} loading={bring.isPending}>
            {t('import.import')}
          </Button>
        ) : (
          <Button
            disabled={!file}
            title={file ? undefined : t('import.selectFile')}
            onClick={() => void send(look.mutate, true)}
            loading={look.isPending}
          >
            {t('import.preview')}
          </Button>
        )}
      </div>
    </>
  )
}
