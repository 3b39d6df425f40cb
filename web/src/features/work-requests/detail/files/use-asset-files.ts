import { files } from '@reelay/api/contract'
import { useEndpointQuery } from '../../../../api/queries.ts'
import type { Option } from '../../../../ui/fields/select.tsx'

const isComing = ({ verified, media }: files.File) =>
  !verified || media?.status === 'waiting' || media?.status === 'working'

/**
 * The files of the asset that this reader sees, the newest first: to name those a request speaks
 * of, and to choose from.
 */
export function useAssetFiles(asset: string) {
  const { data } = useEndpointQuery(
    files.listFiles,
    { query: { asset, order: '-created' }, range: { first: 0, last: 199 } },
    {
      pollWhile: ({ items }) =>
        items.some((file) => isComing(file) && Date.now() / 1000 - file.created < 600),
    },
  )
  const items = data?.items ?? []
  return {
    isKnown: data !== undefined,
    fileOf: (id: string) => items.find(({ _id }) => _id === id),
    /** Those that can be shown or handed over: their bytes have arrived and were looked at. */
    options: items
      .filter(({ verified }) => verified)
      .map(({ _id, name }): Option => ({ value: _id, name })),
  }
}
export type AssetFiles = ReturnType<typeof useAssetFiles>
