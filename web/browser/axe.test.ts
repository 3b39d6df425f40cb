// Every screen, light on a desktop and dark on a phone: no axe violations, no console errors, no
// horizontal scrolling.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { AXE_VIEWS, findViolations } from '../../api/test/axe.ts'
import { openBrowser } from '../../api/test/chromium.ts'
import { newDatabase } from '../../api/test/cluster.ts'
import { startDemo, type DemoAccount } from './demo.ts'
import { openPageAs, waitUntilLoaded } from './open-page-as.ts'
import { OPENED_SCREENS, SCREENS, type OpenedScreen, type Screen } from './screens.ts'

const LANGUAGES = ['en', 'de', 'ar'] as const

test('every screen is accessible', { timeout: 600_000 }, async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const demo = await startDemo({
    ROLE: 'api',
    DATABASE_POOL: '4',
    DATABASE_URL: await newDatabase(),
  })
  t.after(demo.stop)
  for (const who of new Set(SCREENS.map(({ as }) => as))) {
    for (const language of LANGUAGES) {
      const screens = SCREENS.filter(
        ({ as }, index) => as === who && LANGUAGES[index % LANGUAGES.length] === language,
      )
      if (screens.length)
        await t.test(
          `as ${who ?? 'nobody'}, in ${language}: ${screens.map(({ name }) => name).join(', ')}`,
          () => checkAll(screens, who, language),
        )
    }
  }

  await t.test(`in ar, opened: ${OPENED_SCREENS.map(({ name }) => name).join(', ')}`, async () => {
    for (const who of new Set(OPENED_SCREENS.map(({ as }) => as)))
      await checkAll(
        OPENED_SCREENS.filter(({ as }) => as === who),
        who,
        'ar',
      )
  })

  async function checkAll(
    screens: (Screen | OpenedScreen)[],
    who: DemoAccount | null,
    language: (typeof LANGUAGES)[number],
  ) {
    const { context, page, pageErrors } = await openPageAs(browser!, demo, who, {
      width: 1440,
      scheme: 'light',
      language,
    })
    const violations: string[] = []
    for (const { name, path, ...screen } of screens) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(path(demo.ids))
      if ('open' in screen) {
        await waitUntilLoaded(page)
        await screen.open(page)
      }
      for (const { width, colorScheme } of AXE_VIEWS) {
        await page.setViewportSize({ width, height: 844 })
        await waitUntilLoaded(page).catch((error: Error) =>
          violations.push(`${name}: ${error.message.split('\n')[0]}`),
        )
        violations.push(
          ...(await violationsOf(page, colorScheme)).map(
            (violation) => `${name}, ${width} px, ${colorScheme}: ${violation}`,
          ),
        )
      }
      violations.push(...pageErrors.splice(0).map((pageError) => `${name}: ${pageError}`))
    }
    await context.close()
    assert.deepEqual(violations, [])
  }
})

async function violationsOf(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(
    (scheme) => document.documentElement.dataset.mantineColorScheme === scheme,
    colorScheme,
  )
  const violations = await findViolations(page)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return [...violations, ...(overflow > 0 ? [`scrolls horizontally by ${overflow} px`] : [])]
}
