import type { FastifyRequest } from 'fastify'

/**
 * Whether a page of this installation sent the request. `SameSite=Strict` cookies are still sent by
 * pages of other hosts of the same site.
 */
export function isSameOrigin(
  { headers }: Pick<FastifyRequest, 'headers'>,
  urls: { appUrl: string; publicUrl: string },
): boolean {
  const { origin, host } = headers
  if (headers['sec-fetch-site'] !== undefined) return headers['sec-fetch-site'] === 'same-origin'
  if (!origin || !URL.canParse(origin)) return false
  return (
    new URL(origin).host === host ||
    [urls.appUrl, urls.publicUrl].some((url) => new URL(url).origin === origin)
  )
}
