import { useEffect, useState } from 'react'
import { Button, Checkbox } from '@mantine/core'
import { lines as lineTypes, translations } from '@reelay/api/contract'
import {
  READABLE_FORMAT_NAMES,
  detectFormat,
  type ReadableFormatName,
} from '@reelay/subtitles/formats'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { FileInput } from '../../../ui/fields/file-input.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { ACCEPTED_SUBTITLES } from '../subtitle-files.ts'
import { useFormatOptions } from '../subtitle-formats.ts'
import { ImportWarnings } from './import-warnings.tsx'
import { ImportedResult } from './imported-result.tsx'
import styles from './line-import.module.css'

type Props = {
  /** The translation. */
  id: string
  /** A file that was chosen already. Without it the form asks for one. */
  file?: File
  /** Saves what has not been sent yet. */
  flush?: () => Promise<unknown>
  onDone?: () => void
  close: () => void
}

/** The first press previews the result, the second imports. */
export function LineImportForm({ id, file: given, flush, onDone, close }: Props) {
  const { t } = useTranslation(['translation-editor', 'trade', 'common'])
  const formats = useFormatOptions(READABLE_FORMAT_NAMES)
  const [file, setFile] = useState<File | undefined>(given)
  const [format, setFormat] = useState<ReadableFormatName>(
    () => (given && detectFormat(given.name)) ?? 'srt',
  )
  const [mode, setMode] = useState<lineTypes.ImportMode>('merge')
  const [times, setTimes] = useState<'take' | 'keep'>('keep')
  const [isStrict, setIsStrict] = useState(false)
  const preview = useEndpointMutation(translations.translationLines.import, {
    invalidates: [],
    silent: true,
  })
  const save = useEndpointMutation(translations.translationLines.import, {
    invalidates: ['/translations', '/workrequests'],
    silent: true,
    onSuccess: ({ changed, added }) => {
      close()
      onDone?.()
      showToast(t('import.done', { count: changed + added.length }))
    },
  })
  const choose =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      preview.reset()
    }
  const selectFile = async (selected: File | undefined) => {
    choose(setFile)(selected)
    const detected = selected && (await formatOf(selected))
    if (detected) setFormat(detected)
  }
  // A file that was dropped on the page was not selected here.
  useEffect(() => {
    const detect = async () => {
      const detected = given && (await formatOf(given))
      if (detected) setFormat(detected)
    }
    void detect()
  }, [given])
  const send = async (mutate: typeof save.mutate, isDryRun: boolean) => {
    await flush?.()
    mutate({
      params: { id },
      query: {
        format,
        mode,
        ...(mode !== 'append' && { times: mode === 'replace' ? 'take' : times }),
        dry: isDryRun ? 'true' : 'false',
        ...(isStrict && { strict: 'true' }),
      },
      body: new Uint8Array(await file!.arrayBuffer()),
    })
  }
  const error = preview.error ?? save.error
  return (
    <div className={styles.form}>
      {given ? (
        <p>
          <bdi>{given.name}</bdi>
        </p>
      ) : (
        <FileInput
          label={t('import.file')}
          accept={ACCEPTED_SUBTITLES}
          onFile={(selected) => void selectFile(selected)}
        />
      )}
      <Select
        label={t('import.format')}
        value={format}
        options={formats}
        onChange={(value) => choose(setFormat)(value as ReadableFormatName)}
      />
      <fieldset className={styles.modes}>
        <legend>{t('import.mode')}</legend>
        {lineTypes.IMPORT_MODES.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name="mode"
              checked={mode === value}
              onChange={() => choose(setMode)(value)}
            />
            <span>
              {t(`import.modes.${value}`)}
              <span className={styles.hint}>{t(`import.modeHints.${value}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {mode === 'merge' && (
        <Select
          label={t('import.times')}
          value={times}
          options={[
            { value: 'keep', name: t('import.keepTimes') },
            { value: 'take', name: t('import.useFileTimes') },
          ]}
          onChange={(value) => choose(setTimes)(value as 'take' | 'keep')}
        />
      )}
      <Checkbox
        label={t('import.strict')}
        description={t('import.strictHint')}
        checked={isStrict}
        onChange={(event) => choose(setIsStrict)(event.currentTarget.checked)}
      />
      {error && <ErrorAlert error={error} />}
      {preview.data && (
        <>
          <ImportedResult imported={preview.data} />
          <ImportWarnings warnings={preview.data.warnings} />
        </>
      )}
      <div className={styles.actions}>
        <Button variant="default" onClick={close}>
          {t('common:cancel')}
        </Button>
        {preview.data ? (
          <Button onClick={() => void send(save.mutate, false)} loading={save.isPending}>
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
    </div>
  )
}

const formatOf = async (file: File) =>
  detectFormat(file.name, new Uint8Array(await file.arrayBuffer()))
