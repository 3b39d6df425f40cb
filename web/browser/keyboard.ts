// Moves through a page with the keyboard alone.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** A control that is further away is not reachable in practice. */
const MAX_TABS = 40

/** Counts the keys that were pressed, and the presses of a pointer, which must not occur. */
export async function keyboardOf(page: Page) {
  let keys = 0
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

  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  /** Tabs to the control from where the focus is. */
  const tabTo = async (control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    await control.waitFor({ timeout: 60_000 })
    for (let tabs = 0; tabs <= MAX_TABS; tabs++) {
      if (await control.evaluate((element) => element === document.activeElement)) return
      await press(key)
    }
    const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
    assert.fail(`${String(control)} is more than ${MAX_TABS} tabs away; the focus is on ${focused}`)
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
      await option.waitFor()
      for (let tries = 0; (await option.getAttribute('aria-selected')) !== 'true'; tries++) {
        assert.ok(tries < 10, `${String(name)} is too far down in the results`)
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
        assert.ok(tries < 3, `${button} opens no dialog`)
      }
    },
    keys: () => keys,
    pointers: () => page.evaluate(() => Number(sessionStorage.getItem('pointers'))),
  }
}
