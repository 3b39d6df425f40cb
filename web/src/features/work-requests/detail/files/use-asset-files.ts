import { files } from '@reelay/api/contract'
import { useEndpointQuery } from '../../../../api/queries.ts'
import type { Option } from '../../../../ui/fields/select.tsx'

const isProcessing = ({ verified, media }: files.File) =>
  !verified || media?.status === 'waiting' || media?.status === 'working'

/** The visible files of the asset, the newest first. */
export function useAssetFiles(asset: string) {
  const { data } = useEndpointQuery(
    files.listFiles,
    { query: { asset, order: '-created' }, range: { first: 0, last: 199 } },
    {
      pollWhile: ({ items }) =>
        items.some((file) => isProcessing(file) && Date.now() / 1000 - file.created < 600),
    },
  )
  const items = data?.items ?? []
  return {
    isLoaded: data !== undefined,
    find: (id: string) => items.find(({ _id }) => _id === id),
    /** Files that are uploaded and verified. */
    options: items
      .filter(({ verified }) => verified)
      .map(({ _id, name }): Option => ({ value: _id, name })),
  }
}
export type AssetFiles = ReturnType<typeof useAssetFiles>
