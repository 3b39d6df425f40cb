import { useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { translationRules, translations, type lines } from '@reelay/api/contract'
import {
  FORMAT_EXTENSIONS,
  FORMAT_NAMES,
  detectFormat,
  type FormatName,
} from '@reelay/subtitles/formats'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { useService } from '../../../../api/service-context.ts'
import { useHasPermission } from '../../../shared/current-user.ts'
import { explainError } from '../../../../ui/feedback/explain-error.ts'
import { saveFile } from '../../../../ui/files/save-file.ts'
import { showToast } from '../../../../ui/feedback/toasts.tsx'
import { ImportWarnings } from '../../../shared/line-import/import-warnings.tsx'
import { LazyLineImport } from '../../../shared/line-import/lazy-line-import.tsx'
import { ACCEPTED_SUBTITLES } from '../../../shared/subtitle-files.ts'
import { Dialog } from '../../../../ui/feedback/dialog.tsx'
import styles from './translation.module.css'

type Props = { translation: translations.TranslationEmbedded; title: string; mayWork: boolean }

/** Exports the lines as a subtitle file, and imports one. Lines are matched by their times. */
export function ImportExport({ translation, title, mayWork }: Props) {
  const mayWrite = useHasPermission('translation.write')
  const mayImport = mayWork && mayWrite && translationRules.isOpen(translation)
  return (
    <>
      {translation.lines.length > 0 && <ExportMenu id={translation._id} />}
      {mayImport && <ImportButton translation={translation} title={title} />}
    </>
  )
}

type PendingExport = { format: FormatName; warnings: readonly lines.ExportWarning[] }

/** A file that loses something is written only after a person has seen what. */
function ExportMenu({ id }: { id: string }) {
  const { t } = useTranslation(['request', 'common', 'trade'])
  const { call } = useService()
  const [pending, setPending] = useState<PendingExport>()
  async function exportAs(format: FormatName, isAccepted = false) {
    try {
      const { warnings } = await call(translations.translationLines.checkExport, {
        params: { id },
        query: { format },
      })
      if (warnings.length > 0 && !isAccepted) return setPending({ format, warnings })
      setPending(undefined)
      const bytes = await call(translations.translationLines.export, {
        params: { id },
        query: { format },
      })
      saveFile(bytes, `${id}.${FORMAT_EXTENSIONS[format][0]}`)
    } catch (error) {
      showToast(explainError(error as Error).advice, { tone: 'bad' })
    }
  }
  if (pending)
    return (
      <div className={styles.importWarnings}>
        <ImportWarnings warnings={pending.warnings} of="export" />
        <Button size="sm" onClick={() => void exportAs(pending.format, true)}>
          {t('trade:exportAnyway')}
        </Button>
        <Button size="sm" variant="default" onClick={() => setPending(undefined)}>
          {t('common:cancel')}
        </Button>
      </div>
    )
  return (
    <details className={styles.exportMenu}>
      <summary>{t('translation.export')}</summary>
      <div className={styles.exportFormats}>
        {FORMAT_NAMES.map((format) => (
          <button
            key={format}
            type="button"
            onClick={({ currentTarget }) => {
              currentTarget.closest('details')!.open = false
              void exportAs(format)
            }}
          >
            {t(`format.${format}`)}
          </button>
        ))}
      </div>
    </details>
  )
}

/** A choice of how to combine the file with the lines, or a loss, is shown before the import. */
function ImportButton({ translation: { _id: id, lines: current }, title }: Omit<Props, 'mayWork'>) {
  const { t } = useTranslation('request')
  const input = useRef<HTMLInputElement>(null)
  const chosen = useRef<File>(undefined)
  const [reviewed, setReviewed] = useState<File>()
  const preview = useEndpointMutation(translations.translationLines.import, {
    invalidates: [],
    onSuccess: ({ warnings }, input) => {
      if (warnings.length > 0) setReviewed(chosen.current)
      else importLines.mutate({ ...input, query: { ...input.query, dry: 'false' } })
    },
  })
  const importLines = useEndpointMutation(translations.translationLines.import, {
    invalidates: ['/translations', '/workrequests'],
    onSuccess: ({ changed, added }) =>
      showToast(t('translation.imported', { count: changed + added.length })),
  })
  async function importFile(file: File | undefined) {
    if (!file) return
    chosen.current = file
    const body = new Uint8Array(await file.arrayBuffer())
    const format = detectFormat(file.name, body)
    if (!format)
      return showToast(t('translation.unknownFormat', { name: file.name }), { tone: 'bad' })
    if (current.length > 0) return setReviewed(file)
    preview.mutate({ params: { id }, query: { format, dry: 'true' }, body })
  }
  return (
    <>
      <button
        type="button"
        className={styles.importButton}
        disabled={preview.isPending || importLines.isPending}
        onClick={() => input.current?.click()}
      >
        {t('translation.import')}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('translation.importInto', { title })}
        accept={ACCEPTED_SUBTITLES}
        onChange={({ currentTarget }) => {
          void importFile(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
      {reviewed && (
        <Dialog
          title={t('translation.import')}
          size="middle"
          onClose={() => setReviewed(undefined)}
        >
          <LazyLineImport id={id} file={reviewed} close={() => setReviewed(undefined)} />
        </Dialog>
      )}
    </>
  )
}
