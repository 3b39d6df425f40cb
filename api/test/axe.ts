import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * The layout depends on the width and the colours depend on the scheme, so two of the four
 * combinations contain every element and every colour.
 */
export const AXE_VIEWS = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const

/**
 * Our pages have no cross-origin frames, so legacy mode is enough and avoids an extra page per run.
 * A page loads axe once, because its code is large and slow until it is compiled.
 */
export async function findViolations(page: Page): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  const { violations } = await new AxeBuilder({ page, ...(isLoaded && { axeSource: 'undefined' }) })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id} at ${nodes
        .slice(0, 3)
        .map(({ target }) => target.join(' '))
        .join(', ')}`,
  )
}
