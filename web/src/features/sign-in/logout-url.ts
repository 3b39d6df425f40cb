import { sso } from '@reelay/api/contract'
import type { Service } from '../../api/service.ts'

/** Undefined for people who did not sign in through a provider, or if it has no logout page. */
export async function findLogoutUrl({ callAs, session }: Service): Promise<string | undefined> {
  const credential = session.current()
  if (!credential) return undefined
  const { url } = await callAs(credential, sso.findLogoutUrl, {}).catch(() => ({ url: null }))
  // The provider publishes this URL. One with `javascript:` would run in this app.
  return url && /^https?:/.test(url) ? url : undefined
}
