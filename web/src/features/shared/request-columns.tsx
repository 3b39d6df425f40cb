import type { workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { NameAndNote, nameLink } from '../../ui/text/name-and-note.tsx'
import type { Column } from '../../ui/table/responsive-table.tsx'
import { languageName } from '../../ui/format/format.ts'
import { DueDate } from './due-date.tsx'
import { useTerritoryNames } from './lookups.ts'
import { RequestStatus } from './status.tsx'

type WorkRequest = workrequests.WorkRequest
type Columns = [Column<WorkRequest>, ...Column<WorkRequest>[]]

/** For requests of one asset: the first column is the version. */
export function useVersionColumns(): Columns {
  const { t } = useTranslation('trade')
  const versionName = useVersionName()
  return [
    {
      title: t('versionTitle'),
      cell: (request) => (
        <NameAndNote
          name={
            <Link to="/workrequests/$id" params={{ id: request._id }} className={nameLink}>
              {versionName(request)}
            </Link>
          }
          note={t('orderedBy', { name: request.from.name })}
        />
      ),
    },
    ...useLifeColumns(),
  ]
}

function useLifeColumns(): Column<WorkRequest>[] {
  const { t } = useTranslation('trade')
  return [
    {
      title: t('statusTitle'),
      width: '19%',
      hideTitle: true,
      cell: ({ status }) => <RequestStatus status={status} />,
    },
    {
      title: t('due'),
      width: '22%',
      cell: ({ due, status }) => <DueDate due={due} status={status} />,
    },
  ]
}

/** German for Germany. A draft can lack either. */
export function useVersionName(): (request: Pick<WorkRequest, 'language' | 'territory'>) => string {
  const { t } = useTranslation('trade')
  const territories = useTerritoryNames()
  return ({ language, territory }) =>
    t('version', {
      language: language ? languageName(language) : t('languageNotSelected'),
      territory: territory ? territories.nameOf(territory) : t('territoryNotSelected'),
    })
}
