// Moves through a page with the keyboard alone.
import { expect, type Locator, type Page } from '@playwright/test'

/** A control that is further away is not reachable in practice. */
const MAX_TABS = 40
const MAX_RESULTS = 10

/** Counts the presses of a pointer, which must not occur. */
export async function keyboardOf(page: Page) {
  const countPointers = () => {
    addEventListener(
      'pointerdown',
      () =>
        sessionStorage.setItem('pointers', String(Number(sessionStorage.getItem('pointers')) + 1)),
      { capture: true },
    )
  }
  await page.addInitScript(countPointers)
  await page.evaluate(countPointers)

  const press = (key: string) => page.keyboard.press(key)
  /** Tabs to the control from where the focus is. */
  const tabTo = async (control: Locator) => {
    await expect(control).toBeAttached({ timeout: 120_000 })
    for (let tabs = 0; tabs <= MAX_TABS; tabs++) {
      if (await control.evaluate((element) => element === document.activeElement)) return
      await press('Tab')
    }
    const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
    throw new Error(
      `${String(control)} is more than ${MAX_TABS} tabs away; the focus is on ${focused}`,
    )
  }
  return {
    press,
    tabTo,
    type: (text: string) => page.keyboard.type(text),
    activate: async (control: Locator, key = 'Enter') => {
      await tabTo(control)
      await press(key)
    },
    /** Opens the search and chooses the first result with this name. */
    search: async (text: string, name: RegExp) => {
      await press('Control+k')
      // At once: nobody waits until the code of the search is loaded.
      await page.keyboard.type(text)
      const option = page.getByRole('option', { name }).first()
      await expect(option).toBeVisible()
      for (let tries = 0; (await option.getAttribute('aria-selected')) !== 'true'; tries++) {
        expect(tries, `results above ${String(name)}`).toBeLessThan(MAX_RESULTS)
        await press('ArrowDown')
      }
      await press('Enter')
    },
    /** The dialog of the system opens; what happens there is not part of the app. */
    chooseFile: async (button: string, path: string) => {
      for (let tries = 1; ; tries++) {
        await tabTo(page.getByRole('button', { name: button, exact: true }))
        const opens = page.waitForEvent('filechooser', { timeout: 10_000 }).catch(() => undefined)
        await press('Enter')
        const chooser = await opens
        if (chooser) return chooser.setFiles(path)
        // A busy machine may take longer than the browser lets a key press open a dialog.
        expect(tries, `attempts to open the dialog of ${button}`).toBeLessThan(3)
      }
    },
    pointers: () => page.evaluate(() => Number(sessionStorage.getItem('pointers'))),
  }
}
