import { Button } from '@mantine/core'
import { translations } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useService } from '../../../api/service-context.ts'
import { explainError } from '../../../ui/feedback/explain-error.ts'
import { saveFile } from '../../../ui/files/save-file.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { useEditor } from '../editor-context.ts'
import styles from './checks.module.css'

/** Downloads all findings with stills of the film. */
export function CheckReport() {
  const { t } = useTranslation('checks')
  const { call } = useService()
  const { store, translation } = useEditor()
  const download = async (format: translations.ReportFormat) => {
    await store.flush()
    try {
      const bytes = await call(translations.exportCheckReport, {
        params: { id: translation._id },
        query: { format },
      })
      saveFile(bytes, `${translation._id}.${translation.language}.qc.${format}`)
    } catch (error) {
      const { title, advice } = explainError(error as Error)
      showToast(`${title}: ${advice}`, { tone: 'bad' })
    }
  }
  return (
    <div className={styles.report}>
      {translations.REPORT_FORMATS.map((format) => (
        <Button
          key={format}
          size="compact-sm"
          variant="default"
          onClick={() => void download(format)}
        >
          {t('report', { format: format.toUpperCase() })}
        </Button>
      ))}
    </div>
  )
}
