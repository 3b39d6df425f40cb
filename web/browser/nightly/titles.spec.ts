// Tabs, history, bookmarks and screen readers name a page by the title of its tab.
import { test } from '../demo-fixture.ts'
import { expect } from '../fixtures.ts'
import { openPageAs, waitUntilLoaded } from '../open-page-as.ts'
import { SCREENS } from '../screens.ts'

for (const who of new Set(SCREENS.map(({ as }) => as)))
  test(`as ${who ?? 'nobody'}, the tab is named like the heading`, async ({ demo, browser }) => {
    const { context, page } = await openPageAs(browser, demo, who, { width: 1440, scheme: 'light' })
    const screens = SCREENS.filter(({ as }) => as === who)
    for (const { name, path } of screens) {
      await page.goto(path(demo.ids))
      await waitUntilLoaded(page)
      const heading = await page.locator('h1').first().textContent()
      await expect(page, name).toHaveTitle(`${heading} · Reelay`)
    }
    await context.close()
  })
