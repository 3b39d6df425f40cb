// npm run lighthouse: runs Lighthouse on the most visited screens with demo data, as on a desktop,
// and fails below the minimum scores.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse, { desktopConfig } from 'lighthouse'
import { freePort } from '../api/src/kernel/db/embedded.ts'
import { launchWithProfile } from '../api/test/chromium.ts'
import { startDemo, waitForPreviews, type DemoAccount } from '../web/browser/demo.ts'
import { SCREENS } from '../web/browser/screens.ts'

const MIN_SCORES = { performance: 95, accessibility: 100, 'best-practices': 100 } as const
type Category = keyof typeof MIN_SCORES
const CATEGORIES = Object.keys(MIN_SCORES) as Category[]
const NAMES = ['today', 'library', 'asset', 'work-request', 'translate']

const port = await freePort()
const profile = await mkdtemp(join(tmpdir(), 'reelay-lighthouse-'))
const browser = await launchWithProfile(profile, port)
if (!browser) throw new Error('To run Lighthouse, install Chromium, or set CHROME_PATH.')
console.log('Waiting for the previews of the demo, so that nothing else uses the CPU …')
const demo = await startDemo()
let isBelow = false
try {
  await waitForPreviews(demo)
  // A signed-in tab: the tab that Lighthouse opens gets its session from it, like any new tab.
  const tab = await browser.newPage()
  await tab.goto(`${demo.address}/sign-in`)
  const signInTab = async (account: DemoAccount) => {
    const { email, token } = await demo.sessionOf(account)
    await tab.evaluate(
      (stored) => sessionStorage.setItem('reelay.session', stored),
      JSON.stringify({ email, token }),
    )
    await tab.goto(`${demo.address}/notifications`)
  }

  console.log(['screen', ...CATEGORIES].join('\t'))
  for (const { name, as, path } of SCREENS.filter((screen) => NAMES.includes(screen.name))) {
    await signInTab(as ?? 'studio')
    const result = await lighthouse(
      demo.address + path(demo.ids),
      { port, disableStorageReset: true, onlyCategories: CATEGORIES, logLevel: 'error' },
      desktopConfig,
    )
    if (new URL(result!.lhr.finalDisplayedUrl).pathname === '/sign-in')
      throw new Error(`Lighthouse was not signed in on ${name}`)
    const scores = CATEGORIES.map((category) =>
      Math.round((result!.lhr.categories[category]!.score ?? 0) * 100),
    )
    console.log([name, ...scores].join('\t'))
    CATEGORIES.forEach((category, index) => {
      if (scores[index]! >= MIN_SCORES[category]) return
      isBelow = true
      const refs = new Set(result!.lhr.categories[category]!.auditRefs.map(({ id }) => id))
      for (const audit of Object.values(result!.lhr.audits))
        if (refs.has(audit.id) && audit.score !== null && audit.score < 0.9)
          console.log(`  ${audit.id}: ${audit.displayValue ?? audit.title}`)
    })
  }
} finally {
  await browser.close()
  await demo.stop()
  await rm(profile, { recursive: true, force: true })
}
process.exit(isBelow ? 1 : 0)
