// npm run bench -- --web: what the main thread of the browser does when a person changes the page,
// and how evenly long lists scroll, read from traces of a real browser.
import { setTimeout } from 'node:timers/promises'
import { translations, workrequests } from '@reelay/api/contract'
import type { Browser, Page } from 'playwright-core'
import { launch } from '../../api/test/chromium.ts'
import type { TestService } from '../../api/test/service.ts'
import { isLoaded, waitUntilLoaded } from '../../web/browser/open-page-as.ts'
import { PASSWORD, signIn, type Person } from './fixtures.ts'
import { longScript } from './long-script.ts'
import { median } from './median.ts'

export type WebFigures = {
  /** Milliseconds of the main thread: the first visit loads the code of the page. */
  routes: { name: string; first: number; again: number }[]
  scrolls: { name: string; frames: number; p50: number; slowest: number; over34: number }[]
}
type WebContext = { service: TestService; log: (message: string) => void }
type TraceEvent = { name: string; ts: number; dur?: number; pid: number; tid: number }

const SCRIPT_LINES = 5_000
const REPETITIONS = 3
const SETTLE_MS = 600
const FRAME_LIMIT = 34
const CATEGORIES = [
  'disabled-by-default-devtools.timeline',
  'devtools.timeline',
  'devtools.timeline.frame',
]
const PAGES = ['Library', 'Requests', 'Reports', 'Today']

export async function measureWeb({ service, log }: WebContext): Promise<WebFigures> {
  const browser = await launch()
  if (!browser) throw new Error('To measure the web app, install Chromium, or set CHROME_PATH.')
  try {
    const [studio, vendor] = await Promise.all(
      ['studio', 'vendor'].map((role) =>
        signIn(`${service.address}/api`, `${role}@northlight.example`, PASSWORD),
      ),
    )
    const desk = await openPage(browser, service, studio!)
    log('Changing pages')
    const routes = await measureRoutes(browser, desk)
    log('Scrolling')
    await desk.goto('/assets?as=list')
    const library = await measureScroll(browser, desk, 'Library, 100,000 assets')
    const request = await writeScript(vendor!)
    const editor = await openPage(browser, service, vendor!)
    await editor.goto(`/workrequests/${request}/translate`)
    const lines = await measureScroll(browser, editor, `Editor, ${SCRIPT_LINES} lines`)
    return { routes, scrolls: [library, lines] }
  } finally {
    await browser.close()
  }
}

async function openPage(browser: Browser, { address }: TestService, { email, token }: Person) {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 1440, height: 900 },
  })
  await context.addInitScript(
    (stored) => sessionStorage.setItem('reelay.session', stored),
    JSON.stringify({ email, token }),
  )
  const page = await context.newPage()
  await page.goto('/')
  await waitUntilLoaded(page)
  return page
}

async function measureRoutes(browser: Browser, page: Page): Promise<WebFigures['routes']> {
  const visits = new Map<string, number[]>(PAGES.map((name) => [name, []]))
  for (let round = 0; round <= REPETITIONS; round++)
    for (const name of PAGES) {
      // Found before the trace, because looking for it takes 10 ms of the main thread.
      const link = await page.getByRole('navigation').getByRole('link', { name }).boundingBox()
      const events = await trace(browser, page, async () => {
        await page.mouse.click(link!.x + link!.width / 2, link!.y + link!.height / 2)
        do await setTimeout(SETTLE_MS)
        while (!(await page.evaluate(isLoaded)))
      })
      visits.get(name)!.push(mainThreadTime(events))
    }
  return [...visits].map(([name, [first, ...again]]) => ({
    name,
    first: first!,
    again: median(again),
  }))
}

async function measureScroll(
  browser: Browser,
  page: Page,
  name: string,
): Promise<WebFigures['scrolls'][number]> {
  await waitUntilLoaded(page)
  const { width, height } = page.viewportSize()!
  const session = await page.context().newCDPSession(page)
  const events = await trace(browser, page, () =>
    session.send('Input.synthesizeScrollGesture', {
      x: width / 2,
      y: height / 2,
      yDistance: -8_000,
      speed: 2_000,
      gestureSourceType: 'mouse',
    }),
  )
  const drawn = events
    .filter((event) => event.name === 'AnimationFrame::Presentation')
    .map(({ ts }) => ts / 1000)
    .toSorted((one, other) => one - other)
  const gaps = drawn.slice(1).map((at, index) => at - drawn[index]!)
  return {
    name,
    frames: drawn.length,
    p50: median(gaps),
    slowest: Math.max(...gaps),
    over34: gaps.filter((gap) => gap > FRAME_LIMIT).length,
  }
}

async function trace(
  browser: Browser,
  page: Page,
  act: () => Promise<unknown>,
): Promise<TraceEvent[]> {
  await browser.startTracing(page, { categories: CATEGORIES })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  return traceEvents
}

/** The time of all tasks of the thread that ran most of them: that is the page's main thread. */
function mainThreadTime(events: TraceEvent[]): number {
  const threads = new Map<string, number>()
  for (const { name, pid, tid, dur = 0 } of events)
    if (name === 'RunTask')
      threads.set(`${pid} ${tid}`, (threads.get(`${pid} ${tid}`) ?? 0) + dur / 1000)
  return Math.max(...threads.values())
}

/** Writes a long script into the active request of the fixtures. Returns the id of the request. */
async function writeScript({ call }: Person): Promise<string> {
  const { items } = await call(workrequests.listWorkRequests, { query: { q: 'Cartographer' } })
  const request = await call(workrequests.getWorkRequest, { params: { id: items[0]!._id } })
  await call(translations.translationLines.put, {
    params: { id: request.translation._id },
    body: longScript(SCRIPT_LINES),
  })
  return request._id
}

export const formatWeb = ({ routes, scrolls }: WebFigures) =>
  [
    ...routes.map(
      ({ name, first, again }) =>
        `Page ${name}: ${again.toFixed(0)} ms of main-thread time, ${first.toFixed(0)} at the first visit. Aim: less than 100.`,
    ),
    ...scrolls.map(
      ({ name, frames, p50, slowest, over34 }) =>
        `Scrolling ${name}: ${frames} frames, median ${p50.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms; ${over34} took more than ${FRAME_LIMIT} ms. Aim: none.`,
    ),
  ].join('\n')
