// Every screen, light and dark, on a desk and on a phone: no fault that axe finds, no complaint, nothing that scrolls sideways.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { openBrowser } from '../../api/test/chromium.ts'
import { raiseDemo, type Who } from './demo.ts'
import { lookAs, settled, type Look } from './looking.ts'
import { SCREENS } from './screens.ts'

const LOOKS: Look[] = [
  { width: 1440, scheme: 'light' }, { width: 1440, scheme: 'dark', language: 'de' }, { width: 390, scheme: 'light', language: 'ar' }, { width: 390, scheme: 'dark' },
]

test('every screen can be read by everybody', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const demo = await raiseDemo({ ROLE: 'api' })
  t.after(demo.stop)
  for (const look of LOOKS) {
    await t.test(`${look.width} wide, ${look.scheme}, ${look.language ?? 'en'}`, async (t) => {
      for (const who of new Set(SCREENS.map(({ as }) => as))) await t.test(`as ${who ?? 'nobody'}`, () => readAll(who, look))
    })
  }

  async function readAll(who: Who | null, look: Look) {
    const { context, page, complaints } = await lookAs(browser!, demo, who, look)
    const faults: string[] = []
    for (const { name, path } of SCREENS.filter(({ as }) => as === who)) {
      await page.goto(path(demo.places))
      await settled(page).catch((error: Error) => faults.push(`${name}: ${error.message.split('\n')[0]}`))
      const { violations } = await new AxeBuilder({ page }).analyze()
      faults.push(...violations.map(({ id, nodes }) => `${name}: ${id} at ${nodes.slice(0, 3).map(({ target }) => target.join(' ')).join(', ')}`))
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      if (sideways > 0) faults.push(`${name}: scrolls sideways by ${sideways}`)
      faults.push(...complaints.splice(0).map((complaint) => `${name}: ${complaint}`))
    }
    await context.close()
    assert.deepEqual(faults, [])
  }
})
