// Opens pages of the app and collects their errors.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import type { sessions } from '@reelay/api/contract'

export type PageSession = Pick<sessions.Session, 'email' | 'token'>
export type Pages = {
  /** A page without a session. */
  visit: (path: string, options?: BrowserContextOptions) => Promise<Page>
  /** A page of somebody who has signed in. */
  openAs: (session: PageSession, path: string, options?: BrowserContextOptions) => Promise<Page>
  /** Expects errors such as the console's report of a refused request. */
  allowErrors: (pattern: RegExp) => void
}

/** The app sends these requests again. */
const REFUSED_WHILE_BUSY = /status of 503/
/** In each test the service worker would load all files of the app. */
const NO_SERVICE_WORKER = { serviceWorkers: 'block' } as const
const SERVICE_WORKER_BLOCKED = /Service Worker registration blocked/

export function createPages(browser: Browser, address: string) {
  const contexts: BrowserContext[] = []
  const errors: string[] = []
  const allowed = [REFUSED_WHILE_BUSY, SERVICE_WORKER_BLOCKED]

  const newContext = async (options?: BrowserContextOptions) => {
    const context = await browser.newContext({
      baseURL: address,
      ...NO_SERVICE_WORKER,
      ...options,
    })
    contexts.push(context)
    collectErrors(context, address, errors)
    return context
  }
  const pages: Pages = {
    visit: async (path, options) => goTo(await newContext(options), path),
    async openAs({ email, token }, path, options) {
      const context = await newContext(options)
      await context.addInitScript((stored) => {
        // An empty page has no storage.
        if (origin !== 'null') sessionStorage.setItem('reelay.session', stored)
      }, JSON.stringify({ email, token }))
      return goTo(context, path)
    },
    allowErrors: (pattern) => void allowed.push(pattern),
  }
  return {
    pages,
    unexpectedErrors: () => errors.filter((error) => !allowed.some((one) => one.test(error))),
    close: () => Promise.all(contexts.map((context) => context.close())),
  }
}

async function goTo(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  return page
}

/** Console errors and warnings, exceptions, and requests to other hosts. */
function collectErrors(context: BrowserContext, address: string, errors: string[]): void {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      errors.push(`${message.text()} ${message.location().url}`.trim())
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('request', (request) => {
    if (!request.url().startsWith(`${address}/`) && !/^(blob|data):/.test(request.url()))
      errors.push(`requested ${request.url()}`)
  })
  context.on('dialog', (dialog) => void dialog.accept())
}
