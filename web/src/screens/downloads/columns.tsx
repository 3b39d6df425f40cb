import type { downloads } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../wording.ts'
import { useAssetTypes } from '../../records/registers.ts'
import { Breakable } from '../../ui/breakable.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Named, nameLink } from '../../ui/named.tsx'
import type { Column } from '../../ui/records.tsx'
import { Again } from './again.tsx'

type Columns = [Column<downloads.Download>, ...Column<downloads.Download>[]]

export function useColumns({ withPerson, may }: { withPerson: boolean; may: boolean }): Columns {
  const { t } = useTranslation('downloads')
  const types = useAssetTypes()
  return [
    {
      title: t('file'),
      cell: ({ file, asset, project }) => (
        <Named
          name={
            <Link to="/assets/$id" params={{ id: asset._id }} className={nameLink}>
              <Breakable text={file.name} />
            </Link>
          }
          note={`${asset.name} · ${project.name}`}
        />
      ),
    },
    { title: t('type'), width: '14%', plain: true, cell: ({ asset }) => types.nameOf(asset.type) },
    ...(withPerson
      ? [
          {
            title: t('who'),
            width: '18%',
            plain: true,
            cell: ({ user }: downloads.Download) => <span dir="auto">{user.name}</span>,
          },
        ]
      : []),
    { title: t('when'), width: '18%', plain: true, cell: ({ created }) => <Moment at={created} /> },
    {
      title: t('again'),
      width: '15%',
      plain: true,
      cell: ({ file }) => <Again file={file} may={may} />,
    },
  ]
}
