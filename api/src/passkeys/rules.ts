/** The site for which browsers create and offer passkeys. */
export type RelyingParty = { id: string; origins: string[] }

/**
 * Passkeys belong to the host of the web app. Undefined for an IP address: WebAuthn needs a domain
 * name, or `localhost`.
 */
export function relyingPartyOf(urls: {
  appUrl: string
  publicUrl: string
}): RelyingParty | undefined {
  const [app, api] = [new URL(urls.appUrl), new URL(urls.publicUrl)]
  if (/^[\d.]+$/.test(app.hostname) || app.hostname.startsWith('[')) return undefined
  const origins = [app, ...(api.hostname === app.hostname ? [api] : [])].map(({ origin }) => origin)
  return { id: app.hostname, origins: [...new Set(origins)] }
}
