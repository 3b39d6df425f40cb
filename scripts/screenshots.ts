// npm run screenshots: takes the screenshots of the documentation with demo data, into docs/pictures.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { launch } from '../api/test/chromium.ts'
import { findDemoIds, startDemo, waitForPreviews } from '../web/browser/demo.ts'
import { openPageAs, waitUntilLoaded } from '../web/browser/open-page-as.ts'
import { SCREENS } from '../web/browser/screens.ts'

const FOLDER = join(import.meta.dirname, '../docs/pictures')
/** The documentation shows these. */
const NAMES = ['today', 'library', 'order', 'translate', 'review']

const browser = await launch()
if (!browser) throw new Error('To take screenshots, install Chromium, or set CHROME_PATH.')
console.log('Waiting for the previews of the demo …')
const demo = await startDemo()
try {
  await waitForPreviews(demo)
  const ids = await findDemoIds(demo.call)
  mkdirSync(FOLDER, { recursive: true })
  for (const { name, as, path } of SCREENS.filter((screen) => NAMES.includes(screen.name))) {
    const { context, page, pageErrors } = await openPageAs(browser, demo, as, {
      width: 1440,
      scheme: 'light',
    })
    await page.goto(path(ids))
    await waitUntilLoaded(page)
    await sleep(1_500)
    await page.screenshot({ path: join(FOLDER, `${name}.png`) })
    console.log(name, ...pageErrors)
    await context.close()
  }
} finally {
  await browser.close()
  await demo.stop()
}
