import { CliError } from './output/exit-codes.ts'

/** Accepts `localhost:4000`, `https://reelay.example/` and the address of the API itself. */
export function parseServerUrl(text: string): string {
  const url = parseUrl(text)
  if (!url)
    throw new CliError(
      'usage',
      `"${text.trim()}" is not a valid address. Use one such as https://reelay.example`,
    )
  return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '').replace(/\/api$/, '')
}

/** An http or https URL without a password. Local hosts may omit the scheme. */
export function parseUrl(text: string): URL | undefined {
  const trimmed = text.trim()
  const url = URL.parse(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)
      ? trimmed
      : `${isLocalHost(trimmed) ? 'http' : 'https'}://${trimmed}`,
  )
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined
}

export const isLocalHost = (host: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/i.test(host)
