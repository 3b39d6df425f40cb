import { invalid } from '../../kernel/http/contract/problem.ts'
import {
  RefusedUrlError,
  resolveTarget,
  type TargetResolver,
} from '../../kernel/http/outbound/resolve-target.ts'

/** Returns the URL of a webhook in its normal form. */
export async function checkUrl(resolver: TargetResolver, url: string): Promise<string> {
  try {
    return (await resolveTarget(resolver, url)).url.href
  } catch (error) {
    if (!(error instanceof RefusedUrlError)) throw error
    throw invalid('webhook.url-invalid', `The URL of the webhook ${error.message}.`, [
      { pointer: '/url', message: error.message },
    ])
  }
}
