// Every screen of the demo, light on a desktop and dark on a phone: no axe violations, no console
// errors, no horizontal scrolling.
import type { Page } from '@playwright/test'
import { AXE_VIEWS, findViolations } from '../../../api/test/axe.ts'
import type { Demo, DemoAccount } from '../demo.ts'
import { test } from '../demo-fixture.ts'
import { expect } from '../fixtures.ts'
import { openPageAs, waitUntilLoaded } from '../open-page-as.ts'
import { OPENED_SCREENS, SCREENS, type OpenedScreen, type Screen } from '../screens.ts'

const LANGUAGES = ['en', 'de', 'ar'] as const
type Language = (typeof LANGUAGES)[number]

for (const who of new Set(SCREENS.map(({ as }) => as)))
  for (const language of LANGUAGES) {
    const screens = SCREENS.filter(
      ({ as }, index) => as === who && LANGUAGES[index % LANGUAGES.length] === language,
    )
    if (screens.length > 0)
      test(`as ${who ?? 'nobody'}, in ${language}: ${namesOf(screens)}`, ({ demo, browser }) =>
        checkAll(browser, demo, screens, { who, language }))
  }

for (const who of new Set(OPENED_SCREENS.map(({ as }) => as))) {
  const screens = OPENED_SCREENS.filter(({ as }) => as === who)
  test(`as ${who}, in ar, opened: ${namesOf(screens)}`, ({ demo, browser }) =>
    checkAll(browser, demo, screens, { who, language: 'ar' }))
}

function namesOf(screens: Screen[]): string {
  return screens.map(({ name }) => name).join(', ')
}

async function checkAll(
  browser: Parameters<typeof openPageAs>[0],
  demo: Demo,
  screens: (Screen | OpenedScreen)[],
  { who, language }: { who: DemoAccount | null; language: Language },
) {
  const { context, page, pageErrors } = await openPageAs(browser, demo, who, {
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
      await waitUntilLoaded(page)
      violations.push(
        ...(await violationsOf(page, colorScheme)).map(
          (violation) => `${name}, ${width} px, ${colorScheme}: ${violation}`,
        ),
      )
    }
    violations.push(...pageErrors.splice(0).map((pageError) => `${name}: ${pageError}`))
  }
  await context.close()
  expect(violations).toEqual([])
}

async function violationsOf(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  const violations = await findViolations(page)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return [...violations, ...(overflow > 0 ? [`scrolls horizontally by ${overflow} px`] : [])]
}
