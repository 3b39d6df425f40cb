// npm run screenshots [words…]: takes screenshots of all screens with demo data, into
// docs/pictures, or only those whose name contains one of the words.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { launch } from '../api/test/chromium.ts'
import { startDemo, waitForPreviews } from '../web/browser/demo.ts'
import { openPageAs, waitUntilLoaded, type PageOptions } from '../web/browser/open-page-as.ts'
import { SCREENS } from '../web/browser/screens.ts'

const FOLDER = join(import.meta.dirname, '../docs/pictures')
/** Extra screenshots besides the light desktop one: dark, phone or another language. */
const VARIANTS: Record<string, { suffix: string; options: PageOptions }[]> = {
  today: [
    { suffix: 'dark', options: { width: 1440, scheme: 'dark' } },
    { suffix: 'phone', options: { width: 390, scheme: 'light' } },
    { suffix: 'arabic', options: { width: 1440, scheme: 'light', language: 'ar' } },
  ],
  library: [
    { suffix: 'dark', options: { width: 1440, scheme: 'dark' } },
    { suffix: 'phone', options: { width: 390, scheme: 'dark' } },
  ],
  asset: [{ suffix: 'phone', options: { width: 390, scheme: 'light' } }],
  'work-request': [
    { suffix: 'phone', options: { width: 390, scheme: 'light' } },
    { suffix: 'german', options: { width: 1440, scheme: 'light', language: 'de' } },
  ],
  translate: [
    { suffix: 'dark', options: { width: 1440, scheme: 'dark' } },
    { suffix: 'phone', options: { width: 390, scheme: 'dark' } },
  ],
  review: [
    { suffix: 'dark', options: { width: 1440, scheme: 'dark' } },
    { suffix: 'phone', options: { width: 390, scheme: 'light' } },
  ],
}

const words = process.argv.slice(2)
const browser = await launch()
if (!browser) throw new Error('To take screenshots, install Chromium, or set CHROME_PATH.')
console.log('Rendering the demo clips; this takes some minutes …')
const demo = await startDemo()
try {
  await waitForPreviews(demo)
  mkdirSync(FOLDER, { recursive: true })
  for (const { name, as, path } of SCREENS) {
    for (const { suffix, options } of [
      { suffix: '', options: { width: 1440, scheme: 'light' } as PageOptions },
      ...(VARIANTS[name] ?? []),
    ]) {
      const file = `${name}${suffix && `-${suffix}`}.png`
      if (words.length && !words.some((word) => file.includes(word))) continue
      const { context, page, pageErrors } = await openPageAs(browser, demo, as, options)
      await page.goto(path(demo.ids))
      await waitUntilLoaded(page)
      await sleep(1_500)
      await page.screenshot({ path: join(FOLDER, file) })
      console.log(file, ...pageErrors)
      await context.close()
    }
  }
} finally {
  await browser.close()
  await demo.stop()
}
