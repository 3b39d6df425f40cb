import { memo } from 'react'
import type { files, workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useDownload } from '../../shared/use-download.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import { useVersionName } from '../../shared/request-columns.tsx'
import { FileDecision } from '../../work-requests/detail/files/file-decision.tsx'
import { useDisplayNames } from '../../work-requests/detail/use-display-names.ts'
import { IconButton } from '../../../ui/fields/icon-button.tsx'
import { DateOnly } from '../../../ui/text/date-time.tsx'
import { Breakable } from '../../../ui/text/breakable.tsx'
import { DownloadIcon, EditIcon } from '../../../ui/icons/action-icons.tsx'
import { languageName, regionName, formatBytes } from '../../../ui/format/format.ts'
import { QueueButton } from '../../shares/queue/queue-button.tsx'
import { FileDetails } from './file-details.tsx'
import { EmbargoNote, isEmbargoed } from './embargo.tsx'
import { FileStatus } from './file-status.tsx'
import { FileThumbnail } from './file-thumbnail.tsx'
import styles from './file-row.module.css'

type Props = {
  file: files.File
  /** Of its preview. */
  poster: string | null | undefined
  /** Those that use the file as a material. */
  requests: readonly workrequests.WorkRequest[] | undefined
  onEdit: (file: files.File) => void
}

/** Changes of other files do not render it again. */
export const FileRow = memo(function FileRow({ file, poster, requests, onEdit }: Props) {
  const { language, country, length, tags, created } = file
  const details = [
    language && languageName(language),
    country && regionName(country),
    length !== null && formatBytes(length),
    ...tags,
  ].filter(Boolean)
  return (
    <div className={styles.row}>
      <FileThumbnail file={file} poster={poster} />
      <div className={styles.name} dir="auto">
        <FileLink file={file} />
      </div>
      <Actions file={file} onEdit={onEdit} />
      <div className={styles.more}>
        <div className={styles.details}>
          {details.map((detail, index) => (
            <bdi key={index}>{detail}</bdi>
          ))}
          <DateOnly at={created} />
        </div>
        <FileStatus file={file} />
        {isEmbargoed(file) && <EmbargoNote embargo={file.embargo} />}
        {requests?.map((request) => (
          <MaterialUse key={request._id} request={request} id={file._id} />
        ))}
        <FileDetails file={file} />
      </div>
    </div>
  )
})

/** Opens the file on the stage. */
const FileLink = ({ file: { _id, name, verified } }: { file: files.File }) =>
  verified ? (
    <Link to="." search={(current) => ({ ...current, file: _id })} replace resetScroll={false}>
      <Breakable text={name} />
    </Link>
  ) : (
    <Breakable text={name} />
  )

/** The request whose material the file is, with the decision about it. */
function MaterialUse({ request, id }: { request: workrequests.WorkRequest; id: string }) {
  const { t } = useTranslation('request')
  const { materialName } = useDisplayNames()
  const versionName = useVersionName()
  const material = request.materials.find(({ files: used }) => used.includes(id))
  if (!material) return null
  const status = material.complete ? (material.approved ? 'approved' : 'complete') : 'open'
  return (
    <div className={styles.material}>
      <span>
        {materialName(material.name)} ·{' '}
        <Link to="/workrequests/$id" params={{ id: request._id }} search={{ tab: 'files' }}>
          {versionName(request)}
        </Link>{' '}
        · {t(`materials.status.${status}`)}
      </span>
      <FileDecision request={request} id={id} />
    </div>
  )
}

function Actions({ file, onEdit }: Pick<Props, 'file' | 'onEdit'>) {
  const { t } = useTranslation('asset')
  const mayWrite = useHasPermission('file.write')
  const mayDownload = useHasPermission('file.download')
  const { download, isBusy } = useDownload()
  return (
    <div className={styles.actions}>
      {mayDownload && file.verified && (
        <IconButton
          label={`${t('files.download')} ${file.name}`}
          isBusy={isBusy}
          onClick={() => download([file._id])}
        >
          <DownloadIcon />
        </IconButton>
      )}
      {file.verified && <QueueButton files={[file]} name={file.name} isIcon />}
      {mayWrite && (
        <IconButton label={`${t('edit.open')} ${file.name}`} onClick={() => onEdit(file)}>
          <EditIcon />
        </IconButton>
      )}
    </div>
  )
}
