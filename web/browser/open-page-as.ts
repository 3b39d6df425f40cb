// A page of the app as one person sees it, and whatever it complains of.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Demo, DemoPerson } from './demo.ts'

export type PageOptions = {
  width: 1440 | 390
  scheme: 'light' | 'dark'
  language?: 'en' | 'de' | 'ar'
}

export async function openPageAs(
  browser: Browser,
  demo: Demo,
  who: DemoPerson | null,
  { width, scheme, language = 'en' }: PageOptions,
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    baseURL: demo.address,
    viewport: { width, height: width === 390 ? 844 : 900 },
    colorScheme: scheme,
    timezoneId: 'Europe/Madrid',
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...(width === 390 && { isMobile: true, hasTouch: true }),
  })
  const session = who && (await demo.sessionOf(who))
  await context.addInitScript(
    ([kept, tongue]) => {
      if (kept) sessionStorage.setItem('reelay.session', kept)
      localStorage.setItem('reelay.language', tongue!)
    },
    [session && JSON.stringify({ email: session.email, token: session.token }), language],
  )
  const page = await context.newPage()
  return { context, page, complaints: collectPageErrors(page, demo.address) }
}

/** What the console says, what throws, and who is asked besides the service. */
export function collectPageErrors(page: Page, address: string): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${address}/`) && !/^(blob|data):/.test(request.url()))
      complaints.push(`asked ${request.url()}`)
  })
  return complaints
}

/**
 * Until nothing more is asked and nothing is on its way. Live streams never end, so the network is
 * never idle.
 */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(
    () => !document.querySelector('[data-pending], .mantine-Skeleton-root'),
    undefined,
    { timeout: 15_000 },
  )
  await page.waitForTimeout(150)
}
