import { translations, workrequests } from '@reelay/api/contract'
import { Refusal } from '@reelay/client'
import type { Client } from '../../client.ts'

/** The id of a translation: itself, or that of the work request that is named. */
export async function sheetOf(
  { call }: Client,
  id: string,
  graphics: boolean | undefined,
): Promise<string> {
  if (!graphics) {
    const found = await call(translations.getTranslation, { params: { id } }).catch(unlessUnknown)
    if (found) return found._id
  }
  const request = await call(workrequests.getWorkRequest, { params: { id } })
  return (graphics ? request.graphicsTranslation : request.translation)._id
}

function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof Refusal && error.status === 404)) throw error
}
