// npm run pictures [words…]: every screen with the demo's data, into docs/pictures. Words pick the
// pictures whose name holds one of them.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { launch } from '../api/test/chromium.ts'
import { raiseDemo, untilDrawn } from '../web/browser/demo.ts'
import { lookAs, settled, type Look } from '../web/browser/looking.ts'
import { SCREENS } from '../web/browser/screens.ts'

const FOLDER = join(import.meta.dirname, '../docs/pictures')
/**
 * Beside the picture in light at a desk: what shows best in the dark, on a phone, or from right to
 * left.
 */
const ALSO: Record<string, { suffix: string; look: Look }[]> = {
  today: [
    { suffix: 'dark', look: { width: 1440, scheme: 'dark' } },
    { suffix: 'phone', look: { width: 390, scheme: 'light' } },
    { suffix: 'arabic', look: { width: 1440, scheme: 'light', language: 'ar' } },
  ],
  library: [
    { suffix: 'dark', look: { width: 1440, scheme: 'dark' } },
    { suffix: 'phone', look: { width: 390, scheme: 'dark' } },
  ],
  asset: [{ suffix: 'phone', look: { width: 390, scheme: 'light' } }],
  'work-request': [
    { suffix: 'phone', look: { width: 390, scheme: 'light' } },
    { suffix: 'german', look: { width: 1440, scheme: 'light', language: 'de' } },
  ],
  translate: [
    { suffix: 'dark', look: { width: 1440, scheme: 'dark' } },
    { suffix: 'phone', look: { width: 390, scheme: 'dark' } },
  ],
  review: [
    { suffix: 'dark', look: { width: 1440, scheme: 'dark' } },
    { suffix: 'phone', look: { width: 390, scheme: 'light' } },
  ],
}

const words = process.argv.slice(2)
const browser = await launch()
if (!browser) throw new Error('To take pictures, install Chromium, or name one in CHROME_PATH.')
console.log('The demo studio draws its films; that takes some minutes …')
const demo = await raiseDemo()
try {
  await untilDrawn(demo)
  mkdirSync(FOLDER, { recursive: true })
  for (const { name, as, path } of SCREENS) {
    for (const { suffix, look } of [
      { suffix: '', look: { width: 1440, scheme: 'light' } as Look },
      ...(ALSO[name] ?? []),
    ]) {
      const file = `${name}${suffix && `-${suffix}`}.png`
      if (words.length && !words.some((word) => file.includes(word))) continue
      const { context, page, complaints } = await lookAs(browser, demo, as, look)
      await page.goto(path(demo.places))
      await settled(page)
      await sleep(1_500)
      await page.screenshot({ path: join(FOLDER, file) })
      console.log(file, ...complaints)
      await context.close()
    }
  }
} finally {
  await browser.close()
  await demo.stop()
}
