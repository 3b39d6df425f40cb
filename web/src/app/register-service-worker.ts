/** After the first page, which needs the connection itself. */
const DELAY_MS = 4_000

/** Without one the app needs a connection. Browsers offer it only on https and localhost. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  setTimeout(() => {
    navigator.serviceWorker.register('/service-worker.js').catch(() => {
      /* The development server has none, and browsers forbid it in private windows. */
    })
  }, DELAY_MS)
}
