// The translation editor without a network.
import type { Page } from '@playwright/test'
import { expect, test, type BrowserApp } from './fixtures.ts'
import { field, joinColleague, orderTranslation } from './translations.ts'

const ALLOWED = { serviceWorkers: 'allow' } as const

/** Waits until the app would open without a network. */
const waitForServiceWorker = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

async function openOfflineReady(app: BrowserApp, path: string): Promise<Page> {
  app.allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
  const page = await app.open(path, ALLOWED)
  await expect(lineButton(page, 1)).toBeVisible()
  await waitForServiceWorker(page)
  return page
}

const lineButton = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^Line ${number}:`) })

async function write(page: Page, number: number, text: string) {
  await lineButton(page, number).or(field(page, number)).first().click()
  await field(page, number).fill(text)
}

async function expectLine(page: Page, number: number, text: string) {
  await lineButton(page, number).or(field(page, number)).first().click()
  await expect(field(page, number)).toHaveValue(text)
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /account of/i }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in**')
}

/** The stored records of all databases, and the entries of the storage, except preferences. */
const listStored = (page: Page) =>
  page.evaluate(async () => {
    const open = (name: string) =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error!))
      })
    const count = (db: IDBDatabase, store: string) =>
      new Promise<number>((resolve) => {
        const request = db.transaction(store).objectStore(store).count()
        request.addEventListener('success', () => resolve(request.result))
      })
    const found: string[] = []
    for (const { name } of await indexedDB.databases()) {
      const db = await open(name!)
      for (const store of db.objectStoreNames)
        if ((await count(db, store)) > 0) found.push(`${name} ${store}`)
      db.close()
    }
    const urls = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    )
    const paths = urls.flat().map(({ url }) => new URL(url).pathname)
    return {
      databases: found,
      storage: [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter(
        (key) => !/language|scheme/.test(key),
      ),
      apiPaths: paths.filter((path) => path.startsWith('/api/')),
    }
  })

test('keeps what was typed across a reload without a network', async ({ app }) => {
  const { path, read } = await orderTranslation(app)
  const page = await openOfflineReady(app, path)
  await write(page, 1, 'Wir sehen nichts.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.waitForTimeout(1_000)

  await page.context().setOffline(true)
  await write(page, 2, 'Ohne Netz')
  await expect(page.getByText(/Offline, 1 unsaved change/)).toBeVisible()
  await page.reload()
  await expectLine(page, 1, 'Wir sehen nichts.')
  await expectLine(page, 2, 'Ohne Netz')
  await write(page, 3, 'Nach dem Laden')
  await expect(page.getByText(/Offline, 2 unsaved changes/)).toBeVisible()
  // Not line 2: requests of an unloading page sometimes get past setOffline.
  expect((await read())[2]).toBe('')

  await page.context().setOffline(false)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await read()).slice(0, 3)).toEqual(['Wir sehen nichts.', 'Ohne Netz', 'Nach dem Laden'])
})

test('other pages say that they need a network', async ({ app }) => {
  const { path } = await orderTranslation(app)
  const page = await openOfflineReady(app, path)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Library', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Library')
})

test('keeps nothing after a sign-out, and shows nothing to another person', async ({ app }) => {
  // The editor tells others that it was closed, perhaps after the session has ended.
  app.allowErrors(/status of 401/)
  const { path } = await orderTranslation(app)
  const colleague = await joinColleague(app)
  const page = await openOfflineReady(app, path)
  await write(page, 1, 'Wir sehen nichts.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const before = await listStored(page)
  expect(before.databases).toContain('reelay.offline copies')
  expect(before.apiPaths).toEqual([])

  await page.evaluate(
    (session) => {
      sessionStorage.setItem('reelay.session', session)
    },
    JSON.stringify({ email: colleague.session.email, token: colleague.session.token }),
  )
  await page.addInitScript(
    (session) => {
      sessionStorage.setItem('reelay.session', session)
    },
    JSON.stringify({ email: colleague.session.email, token: colleague.session.token }),
  )
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText('Cannot reach the server').first()).toBeVisible()
  await expect(lineButton(page, 1)).toHaveCount(0)

  await page.context().setOffline(false)
  await expectLine(page, 1, 'Wir sehen nichts.')
  await signOut(page)
  await expect.poll(() => listStored(page)).toEqual({ databases: [], storage: [], apiPaths: [] })
})
