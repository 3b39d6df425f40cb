import { useState } from 'react'
import type { files } from '@reelay/api/contract'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { PagedList } from '../../../api/paged-query.ts'
import { useDownload } from '../../shared/use-download.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { DateOnly } from '../../../ui/text/date-time.tsx'
import { Breakable } from '../../../ui/text/breakable.tsx'
import { NameAndNote } from '../../../ui/text/name-and-note.tsx'
import type { Column } from '../../../ui/table/responsive-table.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { languageName, regionName, formatBytes } from '../../../ui/format/format.ts'
import { QueueButton } from '../../shares/queue/queue-button.tsx'
import { ShareButton } from '../../shares/share-button.tsx'
import { UploadButton } from '../../uploads/upload-button.tsx'
import type { TargetAsset } from '../../uploads/upload-store.ts'
import { FileDetails } from './file-details.tsx'
import { EditFile } from './edit-file.tsx'
import { EmbargoNote, isEmbargoed } from './embargo.tsx'
import { FileStatus } from './file-status.tsx'

import styles from './asset-files.module.css'

type Columns = [Column<files.File>, ...Column<files.File>[]]

/** The files of the asset with their actions, and the upload button. */
export function AssetFiles({ asset, pages }: { asset: TargetAsset; pages: PagedList<files.File> }) {
  const { t } = useTranslation('asset')
  const mayWrite = useHasPermission('file.write')
  const [edited, setEdited] = useState<files.File | null>(null)
  const columns = useColumns()
  return (
    <Section title={t('files.title')}>
      <div className={styles.actions}>
        {mayWrite && <UploadButton asset={asset} />}
        <ShareFiles files={pages.items} />
      </div>
      <PagedTable
        label={t('files.label')}
        totalLabel={(count) => t('files.total', { count })}
        pages={pages}
        columns={columns}
        details={(file) => (
          <div className={styles.lower}>
            <FileDetails file={file} />
            <Actions file={file} onEdit={setEdited} />
          </div>
        )}
        empty={
          <EmptyState title={t('files.none')}>
            <p>{t('files.emptyHint')}</p>
            {mayWrite && <p>{t('files.uploadHint')}</p>}
          </EmptyState>
        }
      />
      {edited && <EditFile key={edited._id} file={edited} onClose={() => setEdited(null)} />}
    </Section>
  )
}

/** Shares a selection of the files that are complete. */
function ShareFiles({ files: listed = [] }: { files: readonly files.File[] | undefined }) {
  const complete = listed.filter(({ verified }) => verified)
  return complete.length > 0 && <ShareButton subject={{ kind: 'files', files: complete }} />
}

function useColumns(): Columns {
  const { t } = useTranslation('asset')
  return [
    {
      title: t('files.name'),
      cell: (file) => (
        <>
          <NameAndNote name={<FileLink file={file} />} note={file.tags.join(', ')} />
          {isEmbargoed(file) && <EmbargoNote embargo={file.embargo} />}
        </>
      ),
    },
    {
      title: t('files.language'),
      width: '16%',
      hideTitle: true,
      cell: ({ language, country }) =>
        [language && languageName(language), country && regionName(country)]
          .filter(Boolean)
          .join(', ') || null,
    },
    {
      title: t('files.size'),
      width: '10%',
      hideTitle: true,
      cell: ({ length }) =>
        length === null ? null : <span className="tabular">{formatBytes(length)}</span>,
    },
    {
      title: t('files.statusTitle'),
      width: '16%',
      hideTitle: true,
      cell: (file) => <FileStatus file={file} />,
    },
    {
      title: t('details.added'),
      width: '12%',
      hideTitle: true,
      cell: ({ created }) => <DateOnly at={created} />,
    },
  ]
}

/** Opens the file on the stage. */
const FileLink = ({ file: { _id, name, verified } }: { file: files.File }) =>
  verified ? (
    <Link to="." search={(current) => ({ ...current, file: _id })} replace resetScroll={false}>
      <Breakable text={name} />
    </Link>
  ) : (
    name
  )

type ActionsProps = { file: files.File; onEdit: (file: files.File) => void }

/** Below the row, because three buttons in some languages need half of its width. */
function Actions({ file, onEdit }: ActionsProps) {
  const { t } = useTranslation('asset')
  const [mayWrite, mayDownload] = [
    useHasPermission('file.write'),
    useHasPermission('file.download'),
  ]
  return (
    <div className={styles.actions}>
      {mayDownload && file.verified && <Download file={file} />}
      {file.verified && <QueueButton files={[file]} name={file.name} />}
      {mayWrite && (
        <Button size="xs" variant="default" onClick={() => onEdit(file)}>
          {t('edit.open')}
          <span className="visually-hidden"> {file.name}</span>
        </Button>
      )}
    </div>
  )
}

/** Registers the download first; then the browser fetches the file from its signed URL. */
function Download({ file }: { file: files.File }) {
  const { t } = useTranslation('asset')
  const { download, isBusy } = useDownload()
  return (
    <Button size="xs" variant="default" loading={isBusy} onClick={() => download([file._id])}>
      {t('files.download')}
      <span className="visually-hidden"> {file.name}</span>
    </Button>
  )
}
