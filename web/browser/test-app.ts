// A browser before a real service with a folder of its own: one studio, one asset, somebody signed
// in.
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
  /** For what speaks to the service by itself. */
  authorization: string
  newAsset: (name: string) => Promise<assets.Asset>
  /**
   * A page that is signed in, as the admin unless somebody else is named. What it complains of, and
   * whom it asks besides the service, is written down.
   */
  open: (
    path: string,
    look?: BrowserContextOptions,
    as?: sessions.Session,
  ) => Promise<Page & { complaints: string[] }>
  /** A page in which nobody is signed in. */
  visit: (path: string, look?: BrowserContextOptions) => Promise<Page & { complaints: string[] }>
  /** As a power cut would have it, and up again at the same address. */
  killAndRestart: () => Promise<void>
}

/** Undefined where there is no browser; the test is skipped then. */
export async function startTestApp(
  t: TestContext,
  env: Record<string, string> = {},
): Promise<BrowserTestApp | undefined> {
  const browser = await openBrowser(t)
  if (!browser) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'reelay-browser-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const database = await newDatabase()
  const start = () =>
    startService(
      { DATA_DIR: join(folder, 'data'), PUBLIC_URL: address, DATABASE_URL: database, ...env },
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
    open: (path, look, as = session) => openPage(browser, address, as, path, look),
    visit: (path, look) => openPage(browser, address, undefined, path, look),
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
  look: BrowserContextOptions = {},
) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    baseURL: address,
    ...look,
  })
  if (session)
    await context.addInitScript(
      (kept) => sessionStorage.setItem('reelay.session', kept),
      JSON.stringify({ email: session.email, token: session.token }),
    )
  const page = Object.assign(await context.newPage(), { complaints: [] as string[] })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) page.complaints.push(message.text())
  })
  page.on('pageerror', (error) => page.complaints.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${address}/`) && !/^(blob|data):/.test(request.url()))
      page.complaints.push(`asked ${request.url()}`)
  })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(path)
  return page
}
