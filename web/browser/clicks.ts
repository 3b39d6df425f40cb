// Counts what a person presses, to keep the ways through the app short.
import type { Page } from '@playwright/test'

/**
 * A press of the pointer, a drag or a dropped file counts once, a choice from a native list twice
 * (open, choose), and a chosen file once for the dialog of the system. Keys do not count.
 */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  const count = () => {
    const add = (amount: number) =>
      sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + amount))
    for (const type of ['pointerdown', 'drop'])
      addEventListener(type, () => add(1), { capture: true })
    addEventListener(
      'change',
      ({ target }) => {
        if (target instanceof HTMLSelectElement) add(2)
        if (target instanceof HTMLInputElement && target.type === 'file') add(1)
      },
      { capture: true },
    )
  }
  await page.addInitScript(count)
  await page.evaluate(count)
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks')))
}
