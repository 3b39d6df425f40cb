import { Stop } from './output/exit-codes.ts'

/**
 * The address of a service, of what people type: `localhost:4000`, `https://reelay.example/`, or
 * the address of the API itself.
 */
export function addressFrom(typed: string): string {
  const url = urlFrom(typed)
  if (!url)
    throw new Stop(
      'misused',
      `"${typed.trim()}" is not the address of a service. Give one such as https://reelay.example`,
    )
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/api$/, '')
}

/** Of http or https, which what stays on this machine need not say; without a password in it. */
export function urlFrom(typed: string): URL | undefined {
  const text = typed.trim()
  const url = URL.parse(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${isLocal(text) ? 'http' : 'https'}://${text}`,
  )
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined
}

/** Whether what is sent stays on this machine. */
export const isLocal = (host: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/i.test(host)
