// The redirect to an identity provider. The verifier stays in this tab, so that only this tab can
// use the code with which the provider sends the browser back.
import { sso } from '@reelay/api/contract'

export type PendingSso = {
  verifier: string
  /**
   * `connect`: a signed-in person adds the identity to their account. `verify`: they prove who they
   * are before a change of how they sign in.
   */
  purpose: 'sign-in' | 'connect' | 'verify'
  providerName: string
  email?: string
  /** Where to go afterwards. */
  back?: string | undefined
  /** Stay signed in on this device. */
  stay?: boolean | undefined
}

const KEY = 'reelay.sso'

/** Browsers offer SHA-256 only on HTTPS and on localhost. */
export const supportsSso = (): boolean => window.isSecureContext

/** Leaves the app. The provider sends the browser to /sign-in/sso or /sign-in?sso=… */
export async function goToProvider(
  provider: { _id: string; name: string },
  { purpose, email, back, stay }: Pick<PendingSso, 'purpose' | 'email' | 'back' | 'stay'>,
): Promise<void> {
  const verifier = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const pending: PendingSso = {
    verifier,
    purpose,
    providerName: provider.name,
    ...(email && { email }),
    ...(back && { back }),
    ...(stay && { stay }),
  }
  sessionStorage.setItem(KEY, JSON.stringify(pending))
  const query = new URLSearchParams({
    provider: provider._id,
    challenge: toBase64Url(new Uint8Array(digest)),
    ...(email && { email }),
    ...(purpose === 'verify' && { fresh: 'true' }),
  })
  window.location.assign(`/api${sso.startSso.path}?${query}`)
}

/** Undefined if the sign-in began in another tab. */
export function pendingSso(): PendingSso | undefined {
  const stored = sessionStorage.getItem(KEY)
  return stored === null ? undefined : (JSON.parse(stored) as PendingSso)
}

export const forgetPendingSso = () => sessionStorage.removeItem(KEY)

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
