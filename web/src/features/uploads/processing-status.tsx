import { files } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useHasPermission } from '../shared/current-user.ts'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { StatusTag } from '../../ui/text/status-tag.tsx'
import { AttachToRequest } from './attach-to-request.tsx'
import type { TargetAsset } from './upload-store.ts'
import { processingStateOf, type ProcessingState } from './processing-state.ts'
import styles from './uploads.module.css'

const TONES = {
  checking: 'info',
  creatingPreviews: 'info',
  ready: 'good',
  hasErrors: 'bad',
  unusable: 'bad',
} as const
const isInProgress = (state: ProcessingState) =>
  state === 'checking' || state === 'creatingPreviews'

/** The checks and previews of an uploaded file, its warnings, and what it is used for. */
export function ProcessingStatus({
  file: id,
  asset,
  hasSlot,
}: {
  file: string
  asset: TargetAsset
  /** It is attached to its work request by itself. */
  hasSlot: boolean
}) {
  const { t } = useTranslation('uploads')
  const mayWork = useHasPermission('workrequest.work')
  const { data: file } = useEndpointQuery(
    files.getFile,
    { params: { id } },
    { pollWhile: (record) => isInProgress(processingStateOf(record)) },
  )
  if (!file) return null
  const state = processingStateOf(file)
  return (
    <div className={styles.processing}>
      <div role="status">
        <StatusTag tone={TONES[state]} done={!isInProgress(state)}>
          {t(`processing.${state}`)}
        </StatusTag>
      </div>
      {state === 'creatingPreviews' && (
        <ProgressBar
          label={t('previewsOf', { name: file.name })}
          value={file.media?.progress ?? 0}
        />
      )}
      {file.warnings.length > 0 && (
        <details className={styles.details}>
          <summary>{t('warnings', { count: file.warnings.length })}</summary>
          <ul className={styles.warnings}>
            {file.warnings.map(({ code, message, severity }, index) => (
              <li key={`${code} ${index}`}>
                <StatusTag tone={severity === 'error' ? 'bad' : 'warning'}>
                  {t(`severity.${severity}`)}
                </StatusTag>{' '}
                <span dir="auto">{message}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {mayWork && !hasSlot && <AttachToRequest file={file} asset={asset} />}
    </div>
  )
}
