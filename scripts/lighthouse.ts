// npm run lighthouse: what Lighthouse says of the screens people open most, as on a desktop, with
// the demo's data. Prints the scores and fails below the bars.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse, { desktopConfig } from 'lighthouse'
import { freePort } from '../api/src/kernel/db/embedded.ts'
import { launchWithProfile } from '../api/test/chromium.ts'
import { startDemo, waitForPreviews } from '../web/browser/demo.ts'
import { SCREENS } from '../web/browser/screens.ts'

const BARS = { performance: 90, accessibility: 100, 'best-practices': 95 } as const
type Category = keyof typeof BARS
const CATEGORIES = Object.keys(BARS) as Category[]
const NAMES = ['today', 'library', 'asset', 'work-request']

const port = await freePort()
const profile = await mkdtemp(join(tmpdir(), 'reelay-lighthouse-'))
const browser = await launchWithProfile(profile, port)
if (!browser) throw new Error('To run Lighthouse, install Chromium, or name one in CHROME_PATH.')
console.log(
  'The demo studio draws its films first, so that nothing else is at work; that takes some minutes …',
)
const demo = await startDemo()
let isBelow = false
try {
  await waitForPreviews(demo)
  // A tab that is signed in: the one that Lighthouse opens asks it for the session, as any new tab
  // does.
  const session = await demo.sessionOf('studio')
  const tab = await browser.newPage()
  await tab.goto(`${demo.address}/sign-in`)
  await tab.evaluate(
    (kept) => sessionStorage.setItem('reelay.session', kept),
    JSON.stringify({ email: session.email, token: session.token }),
  )
  await tab.goto(`${demo.address}/notifications`)

  console.log(['screen', ...CATEGORIES].join('\t'))
  for (const { name, path } of SCREENS.filter((screen) => NAMES.includes(screen.name))) {
    const result = await lighthouse(
      demo.address + path(demo.ids),
      { port, disableStorageReset: true, onlyCategories: CATEGORIES, logLevel: 'error' },
      desktopConfig,
    )
    if (new URL(result!.lhr.finalDisplayedUrl).pathname === '/sign-in')
      throw new Error(`Lighthouse was not let in to ${name}`)
    const scores = CATEGORIES.map((category) =>
      Math.round((result!.lhr.categories[category]!.score ?? 0) * 100),
    )
    console.log([name, ...scores].join('\t'))
    CATEGORIES.forEach((category, at) => {
      if (scores[at]! >= BARS[category]) return
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
