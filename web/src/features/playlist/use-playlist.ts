import { assets, files, offlines, previews, workrequests } from '@reelay/api/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { useVersionName } from '../shared/request-columns.tsx'
import { formatPlaylist, MAX_PLAYLIST_ITEMS, parsePlaylist, type PlaylistItem } from './playlist.ts'

/** The asset of a preview or a file, on whose page it opens. */
type OpenableItem = PlaylistItem & { asset?: string | undefined }
export type ShownItem = OpenableItem & { name: string; note: string | undefined }

const RANGE = { first: 0, last: 2 * MAX_PLAYLIST_ITEMS - 1 }

/** The items of a playlist that the person can see. Undefined while they are loading. */
export function usePlaylistItems(text: string | undefined): {
  items: ShownItem[] | undefined
  error: Error | null
} {
  const items = parsePlaylist(text)
  const idsOf = (kind: PlaylistItem['kind']) =>
    items.filter((item) => item.kind === kind).map(({ id }) => id)
  const versions = useOfflines(idsOf('offline'))
  const cuts = usePreviews(idsOf('preview'))
  const single = useFiles(idsOf('file'))
  // The names of versions and files are those of their request or asset.
  const requests = useRequests([
    ...idsOf('workrequest'),
    ...versions.records.map(({ workRequest }) => workRequest),
  ])
  const titles = useAssets([
    ...idsOf('asset'),
    ...[...cuts.records, ...single.records].map(({ asset }) => asset),
  ])
  const lists = [versions, cuts, single, requests, titles]
  const error = lists.find((list) => list.error)?.error ?? null
  const describe = useDescription({
    requests: byId(requests.records),
    assets: byId(titles.records),
    offlines: byId(versions.records),
    previews: byId(cuts.records),
    files: byId(single.records),
  })
  if (lists.some(({ isPending }) => isPending)) return { items: undefined, error }
  return { items: items.flatMap((item) => describe(item) ?? []), error }
}

type Described = {
  requests: Map<string, workrequests.WorkRequest>
  assets: Map<string, assets.Asset>
  offlines: Map<string, offlines.Offline>
  previews: Map<string, previews.Preview>
  files: Map<string, files.File>
}

/** The name of an item and what tells it apart. Undefined for one that the person cannot see. */
function useDescription(found: Described): (item: PlaylistItem) => ShownItem | undefined {
  const { t } = useTranslation('playlist')
  const versionName = useVersionName()
  const ofRequest = (item: PlaylistItem, id: string, version?: string): ShownItem | undefined => {
    const request = found.requests.get(id)
    const note = request && [versionName(request), version].filter(Boolean).join(' · ')
    return request && { ...item, name: request.asset.name, note }
  }
  return (item) => {
    const { kind, id } = item
    if (kind === 'workrequest') return ofRequest(item, id)
    if (kind === 'offline') {
      const offline = found.offlines.get(id)
      const version = offline && t('version', { version: formatNumber(offline.version) })
      return offline && ofRequest(item, offline.workRequest, version)
    }
    if (kind === 'file') {
      const file = found.files.get(id)
      const title = file && found.assets.get(file.asset)?.name
      return file && { ...item, asset: file.asset, name: file.name, note: title }
    }
    const preview = found.previews.get(id)
    const asset = found.assets.get(kind === 'asset' ? id : (preview?.asset ?? ''))
    if (kind === 'preview' && !preview) return undefined
    return asset && { ...item, asset: asset._id, name: asset.name, note: preview?.label }
  }
}

const byId = <R extends { _id: string }>(records: readonly R[]) =>
  new Map(records.map((record) => [record._id, record]))

type Listed<R> = { records: readonly R[]; isPending: boolean; error: Error | null }
type Query<R> = { data: { items: R[] } | undefined; error: Error | null }

const listed = <R>({ data, error }: Query<R>, ids: readonly string[]): Listed<R> => ({
  records: (ids.length > 0 && data?.items) || [],
  isPending: ids.length > 0 && !data,
  error,
})

/** Sorted, so that another order is the same query. */
const inputOf = (ids: readonly string[]) => ({
  query: { ids: [...new Set(ids)].toSorted().join(',') },
  range: RANGE,
})
const optionsOf = (ids: readonly string[]) => ({ enabled: ids.length > 0, keepPrevious: true })

const useOfflines = (ids: string[]) =>
  listed(useEndpointQuery(offlines.listOfflines, inputOf(ids), optionsOf(ids)), ids)
const usePreviews = (ids: string[]) =>
  listed(useEndpointQuery(previews.listPreviews, inputOf(ids), optionsOf(ids)), ids)
const useFiles = (ids: string[]) =>
  listed(useEndpointQuery(files.listFiles, inputOf(ids), optionsOf(ids)), ids)
const useRequests = (ids: string[]) =>
  listed(useEndpointQuery(workrequests.listWorkRequests, inputOf(ids), optionsOf(ids)), ids)
const useAssets = (ids: string[]) =>
  listed(useEndpointQuery(assets.listAssets, inputOf(ids), optionsOf(ids)), ids)

/** Opens an item, with the playlist in the URL. */
export function useOpenItem() {
  const navigate = useNavigate()
  return (
    { kind, id, asset = id }: OpenableItem,
    items: readonly PlaylistItem[],
    { replace = false }: { replace?: boolean } = {},
  ) => {
    const playlist = formatPlaylist(items)
    void (kind === 'workrequest' || kind === 'offline'
      ? navigate({
          to: kind === 'offline' ? '/offlines/$id' : '/workrequests/$id',
          params: { id },
          search: { playlist, tab: 'review' },
          replace,
        })
      : navigate({
          to: '/assets/$id',
          params: { id: asset },
          search: {
            playlist,
            ...(kind === 'file' && { file: id }),
            ...(kind === 'preview' && { preview: id }),
          },
          replace,
        }))
  }
}
