import { assets } from '@reelay/api/contract'
import { useQueryClient } from '@tanstack/react-query'
import { invalidatePaths } from '../../api/mutations.ts'
import { useService } from '../../api/service-context.ts'
import type { AssetDraft } from './asset-draft.ts'

/** The same key returns the same asset, so a retry after a lost response creates no second one. */
export function useCreateAsset() {
  const { call } = useService()
  const queryClient = useQueryClient()
  return async (draft: AssetDraft & { project: string }, key: string): Promise<assets.Asset> => {
    const created = await call(assets.createAsset, {
      body: { ...draft, name: draft.name.trim() },
      headers: { 'idempotency-key': key },
    })
    invalidatePaths(queryClient, ['/assets'])
    return created
  }
}
