// A browser and a real service with a studio and a signed-in admin.
import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { assets, projects, sessions, studios } from '@reelay/api/contract'
import { basicAuth, createClient, type Call } from '@reelay/client'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { freePort } from '../../api/src/kernel/db/embedded.ts'
import { openBrowser } from '../../api/test/chromium.ts'
import { newDatabase } from '../../api/test/cluster.ts'
import { ADMIN, startService, type TestService } from '../../api/test/service.ts'

export type BrowserTestApp = {
  call: Call
  address: string
  folder: string
  /** For requests without the client. */
  authorization: string
  newAsset: (name: string) => Promise<assets.Asset>
  /** A signed-in page, by default as the admin. Collects errors and requests to other hosts. */
  open: (
    path: string,
    options?: BrowserContextOptions,
    as?: sessions.Session,
  ) => Promise<Page & { pageErrors: string[] }>
  /** A page without a session. */
  visit: (path: string, options?: BrowserContextOptions) => Promise<Page & { pageErrors: string[] }>
  /** Kills the service without a shutdown and starts it at the same URL. */
  killAndRestart: () => Promise<void>
}

/** Undefined if no browser is installed; the test is then skipped. */
export async function startTestApp(
  t: TestContext,
  env: Record<string, string> = {},
  host = '127.0.0.1',
  open: typeof openBrowser = openBrowser,
): Promise<BrowserTestApp | undefined> {
  const browser = await open(t)
  if (!browser) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'reelay-browser-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const address = `http://${host}:${port}`
  const database = await newDatabase()
  const start = () =>
    startService(
      {
        DATA_DIR: join(folder, 'data'),
        PUBLIC_URL: address,
        DATABASE_URL: database,
        // Each connection plans every statement again, which takes up to 100 ms of CPU.
        DATABASE_POOL: '4',
        ...env,
      },
      port,
    )
  let service: TestService = await start()
  t.after(async () => {
    service.signal('SIGTERM')
    await service.ended
    await rm(folder, { recursive: true, force: true })
  })
  const session = (await createClient({ baseUrl: `${address}/api`, credential: ADMIN }).call(
    sessions.openSession,
  )) as sessions.Session
  const { call } = createClient({ baseUrl: `${address}/api`, credential: session })
  const studio = await call(studios.createStudio, { body: { name: 'Salt Pictures', slug: 'salt' } })
  const { _id: project } = await call(projects.createProject, {
    body: { name: 'The Salt Road', slug: 'salt-road', studio: studio._id },
  })
  return {
    call,
    address,
    folder,
    authorization: basicAuth(session),
    newAsset: (name) => call(assets.createAsset, { body: { name, project, type: 'trailer' } }),
    open: (path, options, as = session) => openPage(browser, address, as, path, options),
    visit: (path, options) => openPage(browser, address, undefined, path, options),
    async killAndRestart() {
      service.signal('SIGKILL')
      await service.ended
      service = await start()
    },
  }
}

async function openPage(
  browser: Browser,
  address: string,
  session: sessions.Session | undefined,
  path: string,
  options: BrowserContextOptions = {},
) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    baseURL: address,
    ...options,
  })
  if (session)
    await context.addInitScript(
      (stored) => sessionStorage.setItem('reelay.session', stored),
      JSON.stringify({ email: session.email, token: session.token }),
    )
  const page = Object.assign(await context.newPage(), { pageErrors: [] as string[] })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) page.pageErrors.push(message.text())
  })
  page.on('pageerror', (error) => page.pageErrors.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${address}/`) && !/^(blob|data):/.test(request.url()))
      page.pageErrors.push(`requested ${request.url()}`)
  })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(path)
  return page
}
