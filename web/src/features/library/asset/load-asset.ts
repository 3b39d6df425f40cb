import { assets, files, previews, scripts } from '@reelay/api/contract'
import type { QueryStarter } from '../../../api/query-starter.ts'

/** These queries take the id or the slug of the URL, so that they need not wait for the asset. */
export const assetInput = (asset: string) => ({ query: { asset } })
export const previewsInput = (asset: string) => ({
  ...assetInput(asset),
  range: { first: 0, last: 49 },
})

export function loadAsset({ query, pages }: QueryStarter, id: string) {
  query(assets.getAsset, { params: { id } })
  query(previews.listPreviews, previewsInput(id))
  query(scripts.listScripts, assetInput(id))
  pages(files.listFiles, assetInput(id))
}
