import { assets, projects, workrequests } from '@reelay/api/contract'
import { useLocation } from '@tanstack/react-router'
import { useEndpointQuery } from '../../api/queries.ts'
import type { TargetAsset } from './upload-store.ts'

/**
 * The asset of the current page, or of the work request on it. Files dropped there are most likely
 * for this asset. The page has loaded both already.
 */
export function useCurrentAsset(): {
  asset: TargetAsset | undefined
  requestId: string | undefined
} {
  const { pathname } = useLocation()
  const assetId = /^\/assets\/([^/]+)$/.exec(pathname)?.[1]
  const requestId = /^\/workrequests\/([0-9a-f]{24})(\/|$)/.exec(pathname)?.[1]
  const { data: asset } = useEndpointQuery(
    assets.getAsset,
    { params: { id: assetId ?? '' } },
    { enabled: assetId !== undefined },
  )
  const { data: request } = useEndpointQuery(
    workrequests.getWorkRequest,
    { params: { id: requestId ?? '' } },
    { enabled: requestId !== undefined },
  )
  if (assetId) return { asset, requestId }
  return { asset: requestId ? request?.asset : undefined, requestId }
}

/** The id of the project of the current page. The page has loaded it already. */
export function useCurrentProject(): string | undefined {
  return useCurrentProjectRecord()?._id
}

export function useCurrentProjectRecord(): projects.Project | undefined {
  const { pathname } = useLocation()
  const id = /^\/projects\/([^/]+)$/.exec(pathname)?.[1]
  const { data } = useEndpointQuery(
    projects.getProject,
    { params: { id: id ?? '' } },
    { enabled: id !== undefined },
  )
  return id === undefined ? undefined : data
}
