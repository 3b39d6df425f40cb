import type { files } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatPercent } from '../../../ui/format/format.ts'
import { NameAndNote } from '../../../ui/text/name-and-note.tsx'
import { StatusTag } from '../../../ui/text/status-tag.tsx'

type File = files.File

const hasBytes = ({ sha256 }: File) => sha256 !== null
const isQueuedOrRunning = ({ media }: File) =>
  media?.status === 'waiting' || media?.status === 'working'

/** The service is still processing the file, so its state changes soon without any action. */
export const isProcessing = (file: File): boolean =>
  hasBytes(file) && (isQueuedOrRunning(file) || !file.verified)

export function FileStatus({ file }: { file: File }) {
  const { t } = useTranslation('asset')
  const warnings = file.warnings.filter(({ severity }) => severity === 'warning').length
  return (
    <NameAndNote
      name={<State file={file} />}
      note={[
        file.verified &&
          isQueuedOrRunning(file) &&
          t('files.previewProgress', { percent: formatPercent(file.media?.progress ?? 0) }),
        warnings > 0 && t('files.warnings', { count: warnings }),
      ]
        .filter(Boolean)
        .join(', ')}
    />
  )
}

function State({ file }: { file: File }) {
  const { t } = useTranslation('asset')
  if (!hasBytes(file))
    return (
      <StatusTag tone="warning" done={false}>
        {t('files.status.uploading')}
      </StatusTag>
    )
  // The service computes the MD5 of a large file after it has arrived.
  if (!file.verified && (isQueuedOrRunning(file) || file.md5 === null))
    return (
      <StatusTag tone="info" done={false}>
        {t('files.status.checking')}
      </StatusTag>
    )
  if (file.warnings.some(({ severity }) => severity === 'error'))
    return <StatusTag tone="bad">{t('files.status.hasErrors')}</StatusTag>
  return file.verified ? (
    <StatusTag tone="good">{t('files.status.ready')}</StatusTag>
  ) : (
    <StatusTag tone="bad">{t('files.status.unusable')}</StatusTag>
  )
}
