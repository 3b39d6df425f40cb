// Every screen, light and dark, on a desk and on a phone: no fault that axe finds, no complaint,
// nothing that scrolls sideways.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../api/test/chromium.ts'
import { newDatabase } from '../../api/test/cluster.ts'
import { startDemo, type DemoPerson } from './demo.ts'
import { openPageAs, waitUntilLoaded } from './open-page-as.ts'
import { SCREENS, type Screen } from './screens.ts'

const LANGUAGES = ['en', 'de', 'ar'] as const

test('every screen can be read by everybody', { timeout: 400_000 }, async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const demo = await startDemo({ ROLE: 'api', DATABASE_URL: await newDatabase() })
  t.after(demo.stop)
  for (const who of new Set(SCREENS.map(({ as }) => as))) {
    for (const language of LANGUAGES) {
      const screens = SCREENS.filter(
        ({ as }, index) => as === who && LANGUAGES[index % LANGUAGES.length] === language,
      )
      if (screens.length)
        await t.test(
          `as ${who ?? 'nobody'}, in ${language}: ${screens.map(({ name }) => name).join(', ')}`,
          () => readAll(screens, who, language),
        )
    }
  }

  async function readAll(
    screens: Screen[],
    who: DemoPerson | null,
    language: (typeof LANGUAGES)[number],
  ) {
    const { context, page, complaints } = await openPageAs(browser!, demo, who, {
      width: 1440,
      scheme: 'light',
      language,
    })
    const faults: string[] = []
    for (const { name, path } of screens) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(path(demo.ids))
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await waitUntilLoaded(page).catch((error: Error) =>
          faults.push(`${name}: ${error.message.split('\n')[0]}`),
        )
        faults.push(...(await faultsOf(page)).map((fault) => `${name}, ${width} wide: ${fault}`))
      }
      faults.push(...complaints.splice(0).map((complaint) => `${name}: ${complaint}`))
    }
    await context.close()
    assert.deepEqual(faults, [])
  }
})

/**
 * We have no frames of others, for which it would open a page of its own each time; and only what
 * is wrong is wanted.
 */
const axe = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })

/** In the dark only the colours are others. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await axe(page).analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'dark')
  const dark = await axe(page).withRules(['color-contrast']).analyze()
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return [
    ...[...light.violations, ...dark.violations].map(
      ({ id, nodes }) =>
        `${id} at ${nodes
          .slice(0, 3)
          .map(({ target }) => target.join(' '))
          .join(', ')}`,
    ),
    ...(sideways > 0 ? [`scrolls sideways by ${sideways}`] : []),
  ]
}
