import { files } from '@reelay/api/contract'
import type { ServiceCall } from '../../../api/service.ts'

/** The complete files of several assets. */
export async function filesOfAssets(
  call: ServiceCall,
  assets: readonly string[],
): Promise<files.File[]> {
  const found: files.File[] = []
  for (const asset of assets) {
    const { items } = await call(files.listFiles, {
      query: { asset },
      range: { first: 0, last: 199 },
    })
    found.push(...items.filter(({ verified }) => verified))
  }
  return found
}
