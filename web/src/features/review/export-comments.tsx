import { offlines } from '@reelay/api/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/i18n.ts'
import { useService } from '../../api/service-context.ts'
import { explainError } from '../../ui/feedback/explain-error.ts'
import { saveFile } from '../../ui/files/save-file.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'
import styles from './comments.module.css'
import panel from './panel.module.css'

/** Exports the comments as a table or as markers for an editing system. */
export function ExportComments({ offline }: { offline: offlines.Offline }) {
  const { t } = useTranslation('review')
  const { call } = useService()
  const { mutate, isPending } = useMutation({
    mutationFn: async (format: offlines.ExportFormat) => ({
      format,
      bytes: await call(offlines.exportComments, {
        params: { id: offline._id },
        query: { format },
      }),
    }),
    onSuccess: ({ format, bytes }) =>
      saveFile(bytes, `comments-v${offline.version}${offlines.EXPORT_ENDINGS[format]}`),
    onError: (error) => showToast(explainError(error).advice, { tone: 'bad' }),
  })
  return (
    <p className={styles.export}>
      {t('export.title')}{' '}
      {offlines.EXPORT_FORMATS.map((format) => (
        <button
          key={format}
          type="button"
          className={panel.smallButton}
          disabled={isPending}
          onClick={() => mutate(format)}
        >
          {t(`export.${format}`)}
        </button>
      ))}
    </p>
  )
}
