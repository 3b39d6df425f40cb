import { useRef } from 'react'
import { translationRules, translations } from '@reelay/api/contract'
import { FORMAT_NAMES, type FormatName } from '@reelay/subtitles/formats'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { useService } from '../../../../api/service-context.ts'
import { useHasPermission } from '../../../shared/current-user.ts'
import { explainError } from '../../../../ui/feedback/explain-error.ts'
import { saveFile } from '../../../../ui/files/save-file.ts'
import { showToast } from '../../../../ui/feedback/toasts.tsx'
import { formatFromFileName } from './format-from-file-name.ts'
import styles from './translation.module.css'

type Props = { translation: translations.TranslationEmbedded; title: string }

/**
 * Takes the lines out as a file of the trade, and brings one in: lines are matched by their times.
 */
export function ImportExport({ translation, title }: Props) {
  const { t } = useTranslation('request')
  const { call } = useService()
  const field = useRef<HTMLInputElement>(null)
  const id = translation._id
  const mayImport = useHasPermission('translation.write') && translationRules.isOpen(translation)
  const bring = useEndpointMutation(translations.translationLines.import, {
    invalidates: ['/translations', '/workrequests'],
    onSuccess: ({ changed, added }) =>
      showToast(t('translation.imported', { count: changed + added.length })),
  })

  async function take(format: FormatName) {
    try {
      const bytes = await call(translations.translationLines.export, {
        params: { id },
        query: { format },
      })
      saveFile(bytes, `${id}.${EXTENSIONS[format] ?? format}`)
    } catch (error) {
      showToast(explainError(error as Error).advice, { tone: 'bad' })
    }
  }
  async function put(file: File | undefined) {
    const format = file && formatFromFileName(file.name)
    if (!file) return
    if (!format)
      return showToast(t('translation.unknownFormat', { name: file.name }), { tone: 'bad' })
    bring.mutate({
      params: { id },
      query: { format },
      body: new Uint8Array(await file.arrayBuffer()),
    })
  }

  return (
    <>
      {translation.lines.length > 0 && (
        <details className={styles.exportMenu}>
          <summary>{t('translation.export')}</summary>
          <div className={styles.exportFormats}>
            {FORMAT_NAMES.map((format) => (
              <button
                key={format}
                type="button"
                onClick={({ currentTarget }) => {
                  currentTarget.closest('details')!.open = false
                  void take(format)
                }}
              >
                {t(`format.${format}`)}
              </button>
            ))}
          </div>
        </details>
      )}
      {mayImport && (
        <>
          <button
            type="button"
            className={styles.importButton}
            disabled={bring.isPending}
            onClick={() => field.current?.click()}
          >
            {t('translation.import')}
          </button>
          <input
            ref={field}
            type="file"
            hidden
            aria-label={t('translation.importInto', { title })}
            accept=".srt,.vtt,.ttml,.xml,.stl,.scc,.ass,.csv,.xlsx"
            onChange={({ currentTarget }) => {
              void put(currentTarget.files?.[0])
              currentTarget.value = ''
            }}
          />
        </>
      )}
    </>
  )
}

const EXTENSIONS: Partial<Record<FormatName, string>> = { dcp: 'xml' }
