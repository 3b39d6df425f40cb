import { expect, type Page } from '@playwright/test'
import { AXE_VIEWS, findViolations } from '../../api/test/axe.ts'

/** Light on a desktop and dark on a phone. */
export async function expectAccessible(page: Page, state = 'page'): Promise<void> {
  const before = page.viewportSize()!
  for (const { width, colorScheme } of AXE_VIEWS) {
    await page.setViewportSize({ width, height: before.height })
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page), `${state}, ${width}, ${colorScheme}`).toEqual([])
  }
  await page.setViewportSize(before)
}
