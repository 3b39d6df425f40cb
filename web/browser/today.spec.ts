// The Today page for different roles, the dashboard and the reports.
import type { Page } from '@playwright/test'
import { reports, sessions, translations, users, workrequests } from '@reelay/api/contract'
import { expect, test, type BrowserApp } from './fixtures.ts'
import { order } from './orders.ts'
import type { Member } from './studio.ts'

test('shows each role its tasks, with links to where they are done', async ({ app }) => {
  const { territory, vendor, translator, dubbed, subtitled } = await orderThree(app)
  const forTerritory = await app.open('/', {}, territory.session)
  await expect(
    forTerritory.getByRole('link', { name: /^Submit the work request: Trailer A/ }),
  ).toBeVisible()
  await expect(forTerritory.getByRole('link', { name: /^(Upload|Find out)/ })).toHaveCount(0)

  const forVendor = await app.open('/', {}, vendor.session)
  await forVendor.getByRole('link', { name: /^Upload the missing material: Trailer B/ }).click()
  await forVendor.waitForURL(`**/workrequests/${dubbed}`)

  const forTranslator = await app.open('/', {}, translator.session)
  await forTranslator.getByRole('link', { name: /^Submit the translation: Trailer C/ }).click()
  await forTranslator.waitForURL(`**/workrequests/${subtitled}/translate?sheet=dialogue`)
})

test('shows the tasks if their risks cannot be loaded', async ({ app }) => {
  app.allowErrors(/status of 500/)
  const { vendor } = await orderThree(app)
  const page = await app.open('/', {}, vendor.session)
  const task = page.getByRole('link', { name: /^Upload the missing material: Trailer B/ })
  await expect(task).toBeVisible()
  await page.route(/\/reports\/risk(\?|$)/, (route) => route.fulfill({ status: 500 }))
  await page.reload()
  const alert = page.getByText('Something went wrong on the server')
  await expect(alert).toBeVisible()
  await expect(task).toBeVisible()
  await page.unroute(/\/reports\/risk(\?|$)/)
  await page.reload()
  await expect(task).toBeVisible()
  await expect(alert).toBeHidden()
})

test('shows a new task without a reload', async ({ app }) => {
  const { territory, vendor, draft } = await orderThree(app)
  const page = await app.open('/', {}, vendor.session)
  await expect(
    page.getByRole('link', { name: /^Upload the missing material: Trailer B/ }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: /Trailer A/ })).toHaveCount(0)
  await territory.call(workrequests.changeWorkRequest, {
    params: { id: draft },
    body: { status: 'submitted' },
  })
  await expect(page.getByRole('link', { name: /^Upload an offline: Trailer A/ })).toBeVisible()
})

test('saves a dashboard layout that was edited with the keyboard', async ({ app }) => {
  const page = await app.open('/')
  await page.getByRole('button', { name: 'Edit layout' }).click()
  await page.getByRole('button', { name: 'Move or resize Risk' }).press('Shift+ArrowDown')
  await page.getByRole('button', { name: 'Hide Volume' }).click()
  await afterSaving(page, () => page.getByRole('button', { name: 'Save' }).click())
  await expect(page.getByText('Dashboard saved')).toBeVisible()
  await page.reload()
  const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 3 })
  await expect(heading('Risk')).toBeVisible()
  await expect(heading('Volume')).toHaveCount(0)
  const { dashboard, hiddenCharts } = await storedLayout(app)
  expect([dashboard.find(({ i }) => i === 'risk')?.h, hiddenCharts]).toEqual([4, ['volume']])

  await page.getByRole('button', { name: 'Edit layout' }).click()
  await page.getByRole('button', { name: 'Show Volume' }).click()
  await afterSaving(page, () => page.getByRole('button', { name: 'Save' }).click())
  await expect(heading('Volume')).toBeVisible()
  await afterSaving(page, () => page.getByRole('button', { name: 'Undo' }).click())
  await expect(heading('Volume')).toHaveCount(0)
  await page.reload()
  await expect(heading('Risk')).toBeVisible()
  await expect(heading('Volume')).toHaveCount(0)
})

test('a tile can be dragged', async ({ app }) => {
  const page = await app.open('/')
  // The tasks are above the tiles. On a slow machine, a request takes longer than usual and is one.
  await expect(
    page
      .getByText('You have no tasks')
      .or(page.getByRole('link', { name: /^Find out/ }))
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Edit layout' }).click()
  const bar = page.getByRole('button', { name: 'Move or resize Open requests' })
  await bar.scrollIntoViewIfNeeded()
  const { x, y, width } = (await bar.boundingBox())!
  await page.mouse.move(x + 40, y + 20)
  await page.mouse.down()
  await page.mouse.move(x + 40 + width * 2.2, y + 20, { steps: 10 })
  await page.mouse.up()
  await afterSaving(page, () => page.getByRole('button', { name: 'Save' }).click())
  await expect(page.getByText('Dashboard saved')).toBeVisible()
  const { dashboard } = await storedLayout(app)
  expect(dashboard.find(({ i }) => i === 'status')!.x).toBeGreaterThanOrEqual(4)
})

test('the reports show the figures of the service', async ({ app }) => {
  const { dubbed } = await orderThree(app)
  const page = await app.open('/reports?part=volume')
  const volume = await app.call(reports.volumeReport, { query: {} })
  const ordered = page.getByRole('slider', { name: 'Ordered' })
  await ordered.focus()
  await expect(ordered).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`: ${volume.buckets.at(-1)!.ordered}$`),
  )
  await page.getByText('Show as table').click()
  const last = page.getByRole('row', { name: /^Total/ })
  await expect(last.getByRole('cell')).toHaveText(
    [
      volume.total.ordered,
      volume.total.submitted,
      volume.total.delivered,
      volume.total.cancelled,
    ].map(String),
  )

  await page.getByRole('link', { name: 'Risk' }).click()
  const risk = await app.call(reports.riskReport)
  await expect(page.getByRole('button', { name: `All ${risk.total}` })).toBeVisible()
  const rows = page.getByRole('table', { name: 'Risk' }).getByRole('row')
  await expect(rows.nth(risk.total!)).toBeVisible()
  await expect(rows).toHaveCount(risk.total! + 1)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('risk.csv')

  await page.getByRole('link', { name: 'Coverage' }).click()
  await page.getByRole('link', { name: /^Ordered: Trailer B, Germany/ }).click()
  await page.waitForURL(`**/workrequests/${dubbed}`)
})

/** A complete draft, one that waits for its dub, one that waits for its subtitles. */
async function orderThree(app: BrowserApp) {
  const { _id: germany } = await app.germany()
  const { _id: salt } = await app.newVendor('Salt Post')
  const territory = await app.join({ name: 'Ada Winter', roles: ['territory'], territory: germany })
  const vendor = await app.join({ name: 'Vera Lindqvist', roles: ['vendor'], groups: [salt] })
  const translator = await app.join({ name: 'Tom Ashgrove', roles: ['translator'] })
  const requests = {
    draft: await orderAs(app, territory, 'Trailer A', { status: undefined }),
    dubbed: await orderAs(app, territory, 'Trailer B', { dialogue: 'Dubbed' }),
    subtitled: await orderAs(app, territory, 'Trailer C', { dialogue: 'Subtitled' }),
  }
  const { translation } = await app.call(workrequests.getWorkRequest, {
    params: { id: requests.subtitled },
  })
  await app.call(translations.changeTranslation, {
    params: { id: translation._id },
    body: { translator: translator._id },
  })
  return { territory, vendor, translator, ...requests }
}

async function orderAs(
  { newAsset, germany }: BrowserApp,
  { call }: Member,
  name: string,
  more: Parameters<typeof order>[2],
): Promise<string> {
  const { _id: asset } = await newAsset(name)
  const due = { date: Math.floor(Date.now() / 1000) + 20 * 86_400, tz: 'Europe/Berlin' }
  return (await order({ call, germany }, asset, { due, ...more }))._id
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

async function storedLayout({ call }: BrowserApp) {
  const [me] = (await call(sessions.openSession)) as users.User[]
  return me!.preferences.reports.workRequests
}
