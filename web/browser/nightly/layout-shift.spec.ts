// Nothing moves while a screen loads, and screens can be used at a zoom of 200 %.
import type { Page } from '@playwright/test'
import { test } from '../demo-fixture.ts'
import { expect } from '../fixtures.ts'
import { layoutShiftOf, measureLayoutShift } from '../layout-shift.ts'
import { openPageAs, waitUntilLoaded } from '../open-page-as.ts'
import { SCREENS } from '../screens.ts'

/** A fifth of what Google calls good: https://web.dev/articles/cls */
const MAX_SHIFT = 0.02
/** What is not needed at first sight loads in this time. */
const SETTLE_MS = 2_500
/** 1440 × 900 at a zoom of 200 %. */
const ZOOMED = { width: 720, height: 450 }

for (const width of [390, 1440] as const)
  for (const who of new Set(SCREENS.map(({ as }) => as)))
    test(`as ${who ?? 'nobody'}, at ${width} px, nothing moves while a screen loads`, async ({
      demo,
      browser,
    }) => {
      const { context, page } = await openPageAs(browser, demo, who, { width, scheme: 'light' })
      await measureLayoutShift(context)
      const moved: string[] = []
      for (const { name, path } of SCREENS.filter(({ as }) => as === who)) {
        await page.goto(path(demo.ids))
        await waitUntilLoaded(page)
        await page.waitForTimeout(SETTLE_MS)
        const { value, sources } = await layoutShiftOf(page)
        if (value > MAX_SHIFT) moved.push(`${name}: ${value.toFixed(3)}`, ...sources.slice(0, 5))
      }
      await context.close()
      expect(moved).toEqual([])
    })

test('at a zoom of 200 %, the editor shows a line', async ({ demo, browser }) => {
  const { context, page } = await openPageAs(browser, demo, 'translator', {
    width: 1440,
    scheme: 'light',
  })
  await page.setViewportSize(ZOOMED)
  await page.goto(`/workrequests/${demo.ids.translate}/translate`)
  await waitUntilLoaded(page)
  const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem')
  await expect(lines.first()).toBeVisible()
  expect(await visibleHeight(page, 'ol, ul', 'Lines')).toBeGreaterThan(60)
  await context.close()
})

test('at a zoom of 200 %, the picture of a request leaves room for the notes', async ({
  demo,
  browser,
}) => {
  const { context, page } = await openPageAs(browser, demo, 'studio', {
    width: 1440,
    scheme: 'light',
  })
  await page.setViewportSize(ZOOMED)
  await page.goto(`/workrequests/${demo.ids.request}`)
  await waitUntilLoaded(page)
  const stage = page.locator('[data-stage]')
  const header = (await page.getByRole('banner').boundingBox())!
  const before = (await stage.boundingBox())!
  expect(before.y).toBeGreaterThanOrEqual(header.y + header.height - 1)
  await page.mouse.wheel(0, 2_000)
  const top = async () => (await stage.boundingBox())!.y
  await expect.poll(top, { message: 'it scrolls away' }).toBeLessThan(0)
  await context.close()
})

/** How much of the list is inside the window. */
const visibleHeight = (page: Page, selector: string, label: string) =>
  page.locator(`:is(${selector})[aria-label="${label}"]`).evaluate((list) => {
    const { top, bottom } = list.getBoundingClientRect()
    return Math.min(bottom, innerHeight) - Math.max(top, 0)
  })
