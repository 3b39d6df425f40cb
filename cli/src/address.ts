import { Stop } from './exit.ts'

/** Takes what people type: `localhost:4000`, `https://reelay.example/`, or the address of the API itself. */
export function addressFrom(typed: string): string {
  const text = typed.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${isLocal(text) ? 'http' : 'https'}://${text}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) throw new Stop('misused', `"${text}" is not the address of a service. Give one such as https://reelay.example`)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/api$/, '')
}

/** Whether what is sent stays on this machine. */
export const isLocal = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/i.test(host)
