// Opens a page of the app as one of the demo people and collects its errors.
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Demo, DemoAccount } from './demo.ts'

export type PageOptions = {
  width: 1440 | 390
  scheme: 'light' | 'dark'
  language?: 'en' | 'de' | 'ar'
}

export async function openPageAs(
  browser: Browser,
  demo: Demo,
  who: DemoAccount | null,
  { width, scheme, language = 'en' }: PageOptions,
): Promise<{ context: BrowserContext; page: Page; pageErrors: string[] }> {
  const context = await browser.newContext({
    baseURL: demo.address,
    viewport: { width, height: width === 390 ? 844 : 900 },
    colorScheme: scheme,
    timezoneId: 'Europe/Madrid',
    locale: 'en-GB',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...(width === 390 && { isMobile: true, hasTouch: true }),
  })
  const session = who && (await demo.sessionOf(who))
  await context.addInitScript(
    ([storedSession, storedLanguage]) => {
      if (storedSession) sessionStorage.setItem('reelay.session', storedSession)
      localStorage.setItem('reelay.language', storedLanguage!)
    },
    [session && JSON.stringify({ email: session.email, token: session.token }), language],
  )
  const page = await context.newPage()
  return { context, page, pageErrors: collectPageErrors(page, demo.address) }
}

const SERVICE_WORKER_BLOCKED = /Service Worker registration blocked/

/** Console errors and warnings, exceptions, and requests to other hosts. */
export function collectPageErrors(page: Page, address: string): string[] {
  const pageErrors: string[] = []
  page.on('console', (message) => {
    if (
      ['error', 'warning'].includes(message.type()) &&
      !SERVICE_WORKER_BLOCKED.test(message.text())
    )
      pageErrors.push(message.text())
  })
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${address}/`) && !/^(blob|data):/.test(request.url()))
      pageErrors.push(`requested ${request.url()}`)
  })
  return pageErrors
}

/**
 * Waits until no placeholder is left. The event stream never ends, so the network is never idle.
 */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(isLoaded, undefined, { timeout: 15_000 })
  await page.waitForTimeout(150)
}

/** Runs in the browser. */
export const isLoaded = (): boolean =>
  !document.querySelector('[data-pending], .mantine-Skeleton-root')
