import { assets, workrequests } from '@reelay/api/contract'
import { useLocation } from '@tanstack/react-router'
import { useEndpointQuery } from '../../api/queries.ts'
import type { TargetAsset } from './upload-queue.ts'

/**
 * The asset that is looked at, or whose request is: most likely what is dropped there is for it.
 * Both have been asked for by the page already.
 */
export function useCurrentAsset(): { place: TargetAsset | undefined; request: string | undefined } {
  const { pathname } = useLocation()
  const asset = /^\/assets\/([^/]+)$/.exec(pathname)?.[1]
  const request = /^\/workrequests\/([0-9a-f]{24})(\/|$)/.exec(pathname)?.[1]
  const { data: shown } = useEndpointQuery(
    assets.getAsset,
    { params: { id: asset ?? '' } },
    { enabled: asset !== undefined },
  )
  const { data: ordered } = useEndpointQuery(
    workrequests.getWorkRequest,
    { params: { id: request ?? '' } },
    { enabled: request !== undefined },
  )
  return { place: asset ? shown : request ? ordered?.asset : undefined, request }
}
