import { assets, workrequests } from '@reelay/api/contract'
import { useNavigate } from '@tanstack/react-router'
import { useEndpointQuery } from '../../api/queries.ts'
import { useVersionName } from '../shared/request-columns.tsx'
import { formatPlaylist, MAX_PLAYLIST_ITEMS, parsePlaylist, type PlaylistItem } from './playlist.ts'

export type ShownItem = PlaylistItem & { name: string; note: string | undefined }

const RANGE = { first: 0, last: MAX_PLAYLIST_ITEMS - 1 }

/** The items of a playlist that the person can see. Undefined while they are loading. */
export function usePlaylistItems(text: string | undefined): {
  items: ShownItem[] | undefined
  error: Error | null
} {
  const versionName = useVersionName()
  const items = parsePlaylist(text)
  // Sorted, so that another order is the same query.
  const idsOf = (kind: PlaylistItem['kind']) =>
    items
      .filter((item) => item.kind === kind)
      .map(({ id }) => id)
      .toSorted()
  const [requestIds, assetIds] = [idsOf('workrequest'), idsOf('asset')]
  const requests = useEndpointQuery(
    workrequests.listWorkRequests,
    { query: { ids: requestIds.join(',') }, range: RANGE },
    { enabled: requestIds.length > 0, keepPrevious: true },
  )
  const listed = useEndpointQuery(
    assets.listAssets,
    { query: { ids: assetIds.join(',') }, range: RANGE },
    { enabled: assetIds.length > 0, keepPrevious: true },
  )
  const error = requests.error ?? listed.error
  if ((requestIds.length && !requests.data) || (assetIds.length && !listed.data))
    return { items: undefined, error }
  const shown = new Map<string, ShownItem>()
  for (const request of requests.data?.items ?? [])
    shown.set(`workrequest ${request._id}`, {
      kind: 'workrequest',
      id: request._id,
      name: request.asset.name,
      note: versionName(request),
    })
  for (const { _id, name } of listed.data?.items ?? [])
    shown.set(`asset ${_id}`, { kind: 'asset', id: _id, name, note: undefined })
  return { items: items.flatMap(({ kind, id }) => shown.get(`${kind} ${id}`) ?? []), error }
}

/** Opens the newest version of an item, with the playlist in the URL. */
export function useOpenItem() {
  const navigate = useNavigate()
  return (
    { kind, id }: PlaylistItem,
    items: readonly PlaylistItem[],
    { replace = false }: { replace?: boolean } = {},
  ) => {
    const playlist = formatPlaylist(items)
    void (kind === 'asset'
      ? navigate({ to: '/assets/$id', params: { id }, search: { playlist }, replace })
      : navigate({
          to: '/workrequests/$id',
          params: { id },
          search: { playlist, tab: 'review' },
          replace,
        }))
  }
}
