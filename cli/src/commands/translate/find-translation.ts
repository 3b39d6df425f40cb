import { translations, workrequests } from '@reelay/api/contract'
import { ApiError, type Client } from '@reelay/client'

/** Accepts the id of a translation or of its work request. */
export async function findTranslationId(
  { call }: Client,
  id: string,
  graphics: boolean | undefined,
): Promise<string> {
  if (!graphics) {
    const found = await call(translations.getTranslation, { params: { id } }).catch(unlessNotFound)
    if (found) return found._id
  }
  const request = await call(workrequests.getWorkRequest, { params: { id } })
  return (graphics ? request.graphicsTranslation : request.translation)._id
}

function unlessNotFound(error: unknown): undefined {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}
