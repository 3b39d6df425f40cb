import { files } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useMay } from '../shared/current-user.ts'
import { Progress } from '../../ui/feedback/progress-bar.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { AttachToRequest } from './attach-to-request.tsx'
import type { TargetAsset } from './upload-queue.ts'
import { processingStateOf } from './processing-state.ts'
import styles from './uploads.module.css'

/**
 * What becomes of a file whose bytes are here: looked at, previews made, warned about, attached to
 * what it was brought for.
 */
export function ProcessingStatus({ file: id, place }: { file: string; place: TargetAsset }) {
  const { t } = useTranslation('uploads')
  const mayWork = useMay('workrequest.work')
  const { data: file } = useEndpointQuery(
    files.getFile,
    { params: { id } },
    { pollWhile: (record) => ['looking', 'making'].includes(processingStateOf(record)) },
  )
  if (!file) return null
  const stage = processingStateOf(file)
  const tone = {
    looking: 'info',
    making: 'info',
    ready: 'good',
    faulty: 'bad',
    unusable: 'bad',
  } as const
  return (
    <div className={styles.after}>
      <div role="status">
        <Tag tone={tone[stage]} done={stage !== 'looking' && stage !== 'making'}>
          {t(`stage.${stage}`)}
        </Tag>
      </div>
      {stage === 'making' && (
        <Progress label={t('previewsOf', { name: file.name })} value={file.media?.progress ?? 0} />
      )}
      {file.warnings.length > 0 && (
        <details className={styles.fold}>
          <summary>{t('warnings', { count: file.warnings.length })}</summary>
          <ul className={styles.warnings}>
            {file.warnings.map(({ code, message, severity }, index) => (
              <li key={`${code} ${index}`}>
                <Tag tone={severity === 'error' ? 'bad' : 'wait'}>{t(`severity.${severity}`)}</Tag>{' '}
                <span dir="auto">{message}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {mayWork && <AttachToRequest file={file} place={place} />}
    </div>
  )
}
