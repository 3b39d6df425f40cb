// The fixtures of the browser tests: a service per worker, and a studio per test.
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import {
  test as base,
  expect,
  type Browser,
  type BrowserContextOptions,
  type Page,
  type TestInfo,
} from '@playwright/test'
import { CHROMIUM_HINT, launch } from '../../api/test/chromium.ts'
import { FIREFOX_HINT, launchFirefox } from '../../api/test/firefox.ts'
import { createPages, type Pages, type PageSession } from './pages.ts'
import { startBrowserService, type BrowserService, type ServiceEnv } from './service.ts'
import { createStudio, signIn, type TestPerson, type TestStudio } from './studio.ts'

export { expect } from '@playwright/test'

export type BrowserApp = TestStudio &
  Pick<Pages, 'visit' | 'allowErrors'> &
  Pick<BrowserService, 'address' | 'admin'> & {
    service: BrowserService
    /** A page of the home office, or of another session. */
    open: (path: string, options?: BrowserContextOptions, as?: PageSession) => Promise<Page>
    /** A page of a person, who is signed in for it. */
    openFor: (person: TestPerson, path: string, options?: BrowserContextOptions) => Promise<Page>
    openAsAdmin: (path: string) => Promise<Page>
    /** Frees something when the test has ended. */
    after: (free: () => unknown) => void
  }

type TestFixtures = {
  /** A studio with pages. */
  app: BrowserApp
  /** No page may have an error, unless the test allows it. */
  pages: Pages
  /** Skips the test if there is no browser. */
  needsBrowser: void
}
type WorkerFixtures = {
  service: BrowserService
  /** More settings of the service. Files with others get a service of their own. */
  serviceEnv: ServiceEnv
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  serviceEnv: [{}, { option: true, scope: 'worker' }],
  browser: [
    async ({ browserName }, use) => {
      const browser = await (browserName === 'firefox' ? launchFirefox() : launch())
      await use(browser as Browser)
      await browser?.close()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  needsBrowser: [
    async ({ browser, browserName }, use, testInfo) => {
      testInfo.skip(!browser, browserName === 'firefox' ? FIREFOX_HINT : CHROMIUM_HINT)
      await use()
    },
    { auto: true },
  ],
  service: [
    async ({ serviceEnv }, use) => {
      const service = await startBrowserService(serviceEnv)
      await use(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  pages: async ({ browser, service }, use, testInfo) => {
    const logged = (await stat(service.logPath)).size
    const { pages, unexpectedErrors, close } = createPages(browser, service.address)
    await use(pages)
    const errors = unexpectedErrors()
    if (errors.length > 0 || testInfo.status !== testInfo.expectedStatus)
      await attachLog(testInfo, service.logPath, logged)
    await close()
    expect(errors, 'errors of the pages').toEqual([])
  },
  app: async ({ pages, service }, use) => {
    const studio = await createStudio(service)
    const { visit, openAs, allowErrors } = pages
    const { address, admin, adminSession } = service
    const steps: (() => unknown)[] = []
    await use({
      ...studio,
      service,
      address,
      admin,
      visit,
      allowErrors,
      open: (path, options, as = studio.home.session) => openAs(as, path, options),
      openFor: async (person, path, options) =>
        openAs((await signIn(address, person)).session, path, options),
      openAsAdmin: (path) => openAs(adminSession, path),
      after: (free) => void steps.push(free),
    })
    for (const free of steps.toReversed()) await free()
  },
})

/** Keeps what the service logged during the test. The reporter prints the path. */
async function attachLog(testInfo: TestInfo, log: string, start: number) {
  const path = testInfo.outputPath('service.log')
  await pipeline(createReadStream(log, { start }), createWriteStream(path))
  testInfo.attachments.push({ name: 'service.log', path, contentType: 'text/plain' })
}
