import { useState } from 'react'
import { assets, assettypes } from '@reelay/api/contract'
import { useEndpointQuery } from '../../api/queries.ts'
import { assetNameOf, guessType } from '../new-records/asset-draft.ts'
import { useHasPermission } from '../shared/current-user.ts'
import { useCurrentAsset } from './current-asset.ts'
import { defaultDestination, type DropDestination } from './drop-destination.ts'
import { matchAsset } from './match-asset.ts'
import type { UnfinishedUpload } from './upload-queue.ts'
import type { DroppedFile } from './upload-store.ts'

/** Files are usually delivered for recent assets. */
const CANDIDATES = { first: 0, last: 199 }
const TYPES = { first: 0, last: 499 }

/** The destination of each file: the one that was chosen, or the most likely one. */
export function useDropDestinations(unfinished: readonly UnfinishedUpload[]) {
  const { asset: current, requestId } = useCurrentAsset()
  const mayCreate = useHasPermission('asset.write')
  const { data, isPending } = useEndpointQuery(assets.listAssets, {
    query: { order: '-created' },
    range: CANDIDATES,
  })
  const { data: types, isPending: areTypesPending } = useEndpointQuery(assettypes.listAssetTypes, {
    range: TYPES,
  })
  const [chosen, setChosen] = useState<Record<string, DropDestination>>({})

  const draftOf = ({ data: { name } }: DroppedFile) => ({
    name: assetNameOf(name),
    type: guessType(name, types?.items ?? []) ?? '',
  })
  const likely = (file: DroppedFile) => {
    const { name, size } = file.data
    return defaultDestination({
      fileName: name,
      mayCreate,
      resumed: unfinished.find((one) => !one.error && one.name === name && one.length === size)
        ?.asset,
      current,
      isRequestPage: requestId !== undefined,
      named: matchAsset(name, data?.items ?? []),
      draft: draftOf(file),
    })
  }
  return {
    isPending: isPending || areTypesPending,
    mayCreate,
    types: types?.items ?? [],
    draftOf,
    destinationOf: (file: DroppedFile) => chosen[file.key] ?? likely(file),
    choose: (keys: string[], destination: DropDestination) =>
      setChosen((before) => ({
        ...before,
        ...Object.fromEntries(keys.map((key) => [key, destination])),
      })),
  }
}
