import type { downloads } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useAssetTypes } from '../shared/lookups.ts'
import { Breakable } from '../../ui/text/breakable.tsx'
import { DateTime } from '../../ui/text/date-time.tsx'
import { NameAndNote, nameLink } from '../../ui/text/name-and-note.tsx'
import type { Column } from '../../ui/table/responsive-table.tsx'
import { DownloadAgainButton } from './download-again-button.tsx'

type Columns = [Column<downloads.Download>, ...Column<downloads.Download>[]]

export function useDownloadColumns({
  withPerson,
  may,
}: {
  withPerson: boolean
  may: boolean
}): Columns {
  const { t } = useTranslation('downloads')
  const types = useAssetTypes()
  return [
    {
      title: t('file'),
      cell: ({ file, asset, project }) => (
        <NameAndNote
          name={
            <Link to="/assets/$id" params={{ id: asset._id }} className={nameLink}>
              <Breakable text={file.name} />
            </Link>
          }
          note={`${asset.name} · ${project.name}`}
        />
      ),
    },
    {
      title: t('type'),
      width: '14%',
      hideTitle: true,
      cell: ({ asset }) => types.nameOf(asset.type),
    },
    ...(withPerson
      ? [
          {
            title: t('downloadedBy'),
            width: '18%',
            hideTitle: true,
            cell: ({ user }: downloads.Download) => <span dir="auto">{user.name}</span>,
          },
        ]
      : []),
    {
      title: t('when'),
      width: '18%',
      hideTitle: true,
      cell: ({ created }) => <DateTime at={created} />,
    },
    {
      title: t('downloadAgain'),
      width: '15%',
      hideTitle: true,
      cell: ({ file }) => <DownloadAgainButton file={file} may={may} />,
    },
  ]
}
