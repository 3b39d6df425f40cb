import type { workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { Breakable } from '../ui/breakable.tsx'
import { Named, nameLink } from '../ui/named.tsx'
import type { Column } from '../ui/records.tsx'
import { languageName } from '../ui/words.ts'
import { Due } from './due.tsx'
import { useAssetTypes, useTerritories } from './registers.ts'
import { RequestStatus } from './status.tsx'

type WorkRequest = workrequests.WorkRequest
type Columns = [Column<WorkRequest>, ...Column<WorkRequest>[]]

const status: Column<WorkRequest> = { title: 'Status', width: '19%', plain: true, cell: (request) => <RequestStatus status={request.status} /> }
const due: Column<WorkRequest> = { title: 'Due', width: '22%', cell: (request) => <Due due={request.due} status={request.status} /> }

/** Requests of every asset: each is named by its asset. */
export function useRequestColumns(): Columns {
  const types = useAssetTypes()
  const territories = useTerritories()
  return [
    { title: 'Asset', cell: ({ _id, asset, project, assetType }) => (
      <Named name={<Link to="/workrequests/$id" params={{ id: _id }} className={nameLink}><Breakable text={asset.name} /></Link>} note={`${project.name} · ${types.nameOf(assetType)}`} />
    ) },
    { title: 'Language', width: '13%', plain: true, cell: ({ language }) => (language ? languageName(language) : 'Not chosen') },
    { title: 'Territory', width: '14%', plain: true, cell: ({ territory }) => (territory ? territories.nameOf(territory) : 'Not chosen') },
    status, due,
  ]
}

/** Requests of one asset: each is named by its version. */
export function useVersionColumns(): Columns {
  const territories = useTerritories()
  return [
    { title: 'Version', cell: ({ _id, language, territory, from }) => (
      <Named name={<Link to="/workrequests/$id" params={{ id: _id }} className={nameLink}>{versionName(language, territories.nameOf(territory))}</Link>} note={`Ordered by ${from.name}`} />
    ) },
    status, due,
  ]
}

/** German for Germany; an order that was only begun may lack either. */
export const versionName = (language: string, territory: string): string =>
  `${language ? languageName(language) : 'Language not chosen'} for ${territory || 'a territory not chosen'}`
