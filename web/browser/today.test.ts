// The Today page for different roles, the dashboard and the reports.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  groups,
  reports,
  sessions,
  studios,
  territories,
  translations,
  users,
  workrequests,
} from '@reelay/api/contract'
import { createClient, type Call } from '@reelay/client'
import type { Page } from 'playwright-core'
import { startTestApp, type BrowserTestApp } from './test-app.ts'
import { GERMANY } from '../../api/test/territories.ts'

const PASSWORD = 'Correct-horse-battery-9'
type TestUser = { _id: string; call: Call; session: sessions.Session }

test('Today and the reports', { timeout: 120_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  const { territory, vendor, translator } = await createUsers(app)
  const { draft, dubbed, subtitled } = await createRequests(app, territory)
  const { call } = app
  const { translation } = await call(workrequests.getWorkRequest, { params: { id: subtitled } })
  await call(translations.changeTranslation, {
    params: { id: translation._id },
    body: { translator: translator._id },
  })

  await t.test('shows each role its tasks, with links to where they are done', async () => {
    const forTerritory = await app.open('/', {}, territory.session)
    await forTerritory.getByRole('link', { name: /^Submit the work request: Trailer A/ }).waitFor()
    assert.equal(await forTerritory.getByRole('link', { name: /^(Upload|Find out)/ }).count(), 0)

    const forVendor = await app.open('/', {}, vendor.session)
    await forVendor.getByRole('link', { name: /^Upload the missing material: Trailer B/ }).click()
    await forVendor.waitForURL(`**/workrequests/${dubbed}`)

    const forTranslator = await app.open('/', {}, translator.session)
    await forTranslator.getByRole('link', { name: /^Submit the translation: Trailer C/ }).click()
    await forTranslator.waitForURL(`**/workrequests/${subtitled}/translate?sheet=dialogue`)
    await close(forTerritory, forVendor, forTranslator)
  })

  await t.test('shows the tasks if their risks cannot be loaded', async () => {
    const page = await app.open('/', {}, vendor.session)
    const task = page.getByRole('link', { name: /^Upload the missing material: Trailer B/ })
    await task.waitFor()
    await page.route(/\/reports\/risk\?/, (route) => route.fulfill({ status: 500 }))
    await page.reload()
    const alert = page.getByText('Something went wrong on the server')
    await alert.waitFor()
    await task.waitFor()
    await page.unroute(/\/reports\/risk\?/)
    await page.reload()
    await task.waitFor()
    await alert.waitFor({ state: 'hidden' })
    for (const error of page.pageErrors.splice(0)) assert.match(error, /status of 500/)
    await close(page)
  })

  await t.test('shows a new task without a reload', async () => {
    const page = await app.open('/', {}, vendor.session)
    await page.getByRole('link', { name: /^Upload the missing material: Trailer B/ }).waitFor()
    assert.equal(await page.getByRole('link', { name: /Trailer A/ }).count(), 0)
    await territory.call(workrequests.changeWorkRequest, {
      params: { id: draft },
      body: { status: 'submitted' },
    })
    await page.getByRole('link', { name: /^Upload an offline: Trailer A/ }).waitFor()
    await close(page)
  })

  await t.test('saves a dashboard layout that was edited with the keyboard', async () => {
    const page = await app.open('/')
    await page.getByRole('button', { name: 'Edit layout' }).click()
    await page.getByRole('button', { name: 'Move or resize Risk' }).press('Shift+ArrowDown')
    await page.getByRole('button', { name: 'Hide Volume' }).click()
    await afterSaving(page, () => page.getByRole('button', { name: 'Save' }).click())
    await page.getByText('Dashboard saved').waitFor()
    await page.reload()
    const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 3 })
    await heading('Risk').waitFor()
    assert.equal(await heading('Volume').count(), 0)
    const { dashboard, hiddenCharts } = await storedLayout(app)
    assert.deepEqual([dashboard.find(({ i }) => i === 'risk')?.h, hiddenCharts], [4, ['volume']])

    await page.getByRole('button', { name: 'Edit layout' }).click()
    await page.getByRole('button', { name: 'Show Volume' }).click()
    await afterSaving(page, () => page.getByRole('button', { name: 'Save' }).click())
    await heading('Volume').waitFor()
    await afterSaving(page, () => page.getByRole('button', { name: 'Undo' }).click())
    await heading('Volume').waitFor({ state: 'detached' })
    await page.reload()
    await heading('Risk').waitFor()
    assert.equal(await heading('Volume').count(), 0)
    await close(page)
  })

  await t.test('a tile can be dragged', async () => {
    const page = await app.open('/')
    // The tasks are above the tiles. On a slow machine, a request takes longer than usual and is one.
    await page
      .getByText('You have no tasks')
      .or(page.getByRole('link', { name: /^Find out/ }))
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Edit layout' }).click()
    const bar = page.getByRole('button', { name: 'Move or resize Open requests' })
    await bar.scrollIntoViewIfNeeded()
    const { x, y, width } = (await bar.boundingBox())!
    await page.mouse.move(x + 40, y + 20)
    await page.mouse.down()
    await page.mouse.move(x + 40 + width * 2.2, y + 20, { steps: 10 })
    await page.mouse.up()
    await afterSaving(page, () => page.getByRole('button', { name: 'Save' }).click())
    await page.getByText('Dashboard saved').waitFor()
    assert.ok((await storedLayout(app)).dashboard.find(({ i }) => i === 'status')!.x >= 4)
    await close(page)
  })

  await t.test('the reports show the figures of the service', async () => {
    const page = await app.open('/reports?part=volume')
    const volume = await call(reports.volumeReport, { query: {} })
    const ordered = page.getByRole('slider', { name: 'Ordered' })
    await ordered.focus()
    assert.match(
      (await ordered.getAttribute('aria-valuetext'))!,
      new RegExp(`: ${volume.buckets.at(-1)!.ordered}$`),
    )
    await page.getByText('Show as table').click()
    const last = page.getByRole('row', { name: /^Total/ })
    assert.deepEqual((await last.getByRole('cell').allTextContents()).map(Number), [
      volume.total.ordered,
      volume.total.submitted,
      volume.total.delivered,
      volume.total.cancelled,
    ])

    await page.getByRole('link', { name: 'Risk' }).click()
    const risk = await call(reports.riskReport)
    await page.getByRole('button', { name: `All ${risk.total}` }).waitFor()
    const rows = page.getByRole('table', { name: 'Risk' }).getByRole('row')
    await rows.nth(risk.total).waitFor()
    assert.equal(await rows.count(), risk.total + 1)

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    assert.equal(file.suggestedFilename(), 'risk.csv')

    await page.getByRole('link', { name: 'Coverage' }).click()
    await page.getByRole('link', { name: /^Ordered: Trailer B, Germany/ }).click()
    await page.waitForURL(`**/workrequests/${dubbed}`)
    await close(page)
  })
})

async function createUsers({
  call,
  address,
}: BrowserTestApp): Promise<Record<'territory' | 'vendor' | 'translator', TestUser>> {
  const {
    items: [studio],
  } = await call(studios.listStudios)
  const germany = await call(territories.createTerritory, { body: GERMANY })
  const vendors = await call(groups.createGroup, {
    body: { name: 'Salt Post', type: 'v', studios: [studio!._id], users: [] },
  })
  const invite = async (role: 'territory' | 'vendor' | 'translator'): Promise<TestUser> => {
    const email = `${role}@salt.example`
    const { _id } = await call(users.inviteUser, {
      body: {
        emailNormal: email,
        name: `${role} of Salt`,
        password: PASSWORD,
        roles: [role],
        studios: [studio!._id],
        groups: role === 'vendor' ? [vendors._id] : [],
        ...(role === 'territory' && { territory: germany._id }),
      },
    })
    const session = (await createClient({
      baseUrl: `${address}/api`,
      credential: { email, password: PASSWORD },
    }).call(sessions.openSession)) as sessions.Session
    return {
      _id,
      session,
      call: createClient({ baseUrl: `${address}/api`, credential: session }).call,
    }
  }
  return {
    territory: await invite('territory'),
    vendor: await invite('vendor'),
    translator: await invite('translator'),
  }
}

/** A complete draft, one that waits for its dub, one that waits for its subtitles. */
async function createRequests({ newAsset }: BrowserTestApp, { call }: TestUser) {
  const due = { date: Math.floor(Date.now() / 1000) + 20 * 86_400, tz: 'Europe/Berlin' }
  const order = async (
    name: string,
    dialogue: string,
    status: workrequests.NewWorkRequest['status'],
  ) => {
    const { _id: asset } = await newAsset(name)
    const created = await call(workrequests.createWorkRequest, {
      body: {
        asset,
        language: 'deu',
        territory: 'DE',
        due,
        status,
        dng: { dialogue: [dialogue], graphics: ['OV'], narration: ['OV'] },
        uses: { items: ['Online'], details: {} },
      },
    })
    return created._id
  }
  return {
    draft: await order('Trailer A', 'OV', undefined),
    dubbed: await order('Trailer B', 'Dubbed', 'submitted'),
    subtitled: await order('Trailer C', 'Subtitled', 'submitted'),
  }
}

async function close(...pages: (Page & { pageErrors: string[] })[]) {
  for (const page of pages) {
    assert.deepEqual(page.pageErrors, [])
    await page.context().close()
  }
}

/** The page updates at once; this waits until the service has saved it. */
const afterSaving = (page: Page, action: () => Promise<void>) =>
  Promise.all([
    page.waitForResponse(
      (response) =>
        response.request().method() === 'PUT' && response.url().includes('/api/session/'),
    ),
    action(),
  ])

async function storedLayout({ call }: BrowserTestApp) {
  const [me] = (await call(sessions.openSession)) as users.User[]
  return me!.preferences.reports.workRequests
}
