// What the main thread of the browser does when a person changes the page, and how evenly long lists
// scroll, read from traces of a real browser with a large studio.
import { setTimeout } from 'node:timers/promises'
import { translations, type lines } from '@reelay/api/contract'
import type { Browser, Page } from '@playwright/test'
import { launch } from '../../api/test/chromium.ts'
import type { TestIdentity } from '../../api/test/test-app.ts'
import { isLoaded, waitUntilLoaded } from '../../web/browser/open-page-as.ts'
import { digits, formatTable, median, type FigureColumn } from '../tools/figures.ts'
import { createRandom } from '../tools/random.ts'
import { createActiveRequest } from './fixtures.ts'
import type { BenchContext, BenchReport } from './context.ts'
import { fillOnce } from './size/fill.ts'

/** Milliseconds of the main thread: the first visit loads the code of the page. */
type Route = { name: string; first: number; again: number }
type Scroll = { name: string; gaps: number[] }
type TraceEvent = { name: string; ts: number; dur?: number; pid: number; tid: number }

const SCRIPT_LINES = 5_000
const REPETITIONS = 3
const SETTLE_MS = 600
const FRAME_LIMIT_MS = 34
const CATEGORIES = [
  'disabled-by-default-devtools.timeline',
  'devtools.timeline',
  'devtools.timeline.frame',
]
const PAGES = ['Library', 'Requests', 'Reports', 'Today']

const ROUTES: FigureColumn<Route>[] = [
  ['main thread, change to', ({ name }) => name],
  ['first visit ms', ({ first }) => digits(first)],
  ['later visits ms', ({ again }) => digits(again)],
]
const SCROLLS: FigureColumn<Scroll>[] = [
  ['scrolling', ({ name }) => name],
  ['frames', ({ gaps }) => String(gaps.length + 1)],
  ['median ms', ({ gaps }) => digits(median(gaps))],
  ['slowest ms', ({ gaps }) => digits(Math.max(...gaps))],
  [
    `over ${FRAME_LIMIT_MS} ms`,
    ({ gaps }) => String(gaps.filter((gap) => gap > FRAME_LIMIT_MS).length),
  ],
]

export async function measureWeb(context: BenchContext): Promise<BenchReport> {
  await fillOnce(context)
  const browser = await launch()
  if (!browser) throw new Error('To measure the web app, install Chromium, or set CHROME_PATH.')
  context.cleanUp(() => browser.close())
  const { side, log } = context
  const desk = await openPage(browser, context, side.people.studio)
  log('Changing pages')
  const routes = await measureRoutes(browser, desk)
  log('Scrolling')
  await desk.goto('/assets?as=list')
  const library = await measureScroll(browser, desk, 'Library, 100,000 assets')
  const editor = await openPage(browser, context, side.people.vendor)
  await editor.goto(`/workrequests/${await createScript(context)}/translate`)
  const lines = await measureScroll(browser, editor, `Editor, ${SCRIPT_LINES} lines`)
  const scrolls = [library, lines]
  return {
    rows: [...routes, ...scrolls],
    text: `${formatTable(ROUTES, routes)}\n\n${formatTable(SCROLLS, scrolls)}`,
  }
}

export async function openPage(
  browser: Browser,
  { service }: Pick<BenchContext, 'service'>,
  { email, token }: TestIdentity,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: service.address,
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

async function measureRoutes(browser: Browser, page: Page): Promise<Route[]> {
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

async function measureScroll(browser: Browser, page: Page, name: string): Promise<Scroll> {
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
  return { name, gaps: drawn.slice(1).map((at, index) => at - drawn[index]!) }
}

async function trace(browser: Browser, page: Page, act: () => Promise<unknown>) {
  await browser.startTracing(page, { categories: CATEGORIES })
  await act()
  const text = (await browser.stopTracing()).toString()
  return (JSON.parse(text) as { traceEvents: TraceEvent[] }).traceEvents
}

/** The time of all tasks of the thread that ran most of them: that is the page's main thread. */
function mainThreadTime(events: TraceEvent[]): number {
  const threads = new Map<string, number>()
  for (const { name, pid, tid, dur = 0 } of events)
    if (name === 'RunTask')
      threads.set(`${pid} ${tid}`, (threads.get(`${pid} ${tid}`) ?? 0) + dur / 1000)
  return Math.max(...threads.values())
}

/** Writes a long script into an active request. Returns the id of the request. */
async function createScript({ side }: BenchContext): Promise<string> {
  const { _id, translation } = await createActiveRequest(side)
  await side.people.vendor.call(translations.translationLines.put, {
    params: { id: translation._id },
    body: longScript(SCRIPT_LINES),
  })
  return _id
}

const WORDS =
  'the you it and of that is in we what me this he my on for do have are not was know they all with just get go there like come right out here she now want about see'.split(
    ' ',
  )

/** The same in every run, as long as lines are and with their breaks. */
function longScript(count: number): lines.NewLine[] {
  const random = createRandom(11)
  let at = 0
  return Array.from({ length: count }, (_none, index) => {
    const words = Array.from({ length: 2 + random.integerBelow(12) }, () => random.pick(WORDS))
    const middle = words.length >> 1
    const text =
      words.length < 8
        ? words.join(' ')
        : `${words.slice(0, middle).join(' ')}<br>${words.slice(middle).join(' ')}`
    const [start, stop] = [at, at + Math.max(1000, text.length * 65)]
    at = stop + 200
    return { number: index + 1, text, startTime: timecode(start), stopTime: timecode(stop) }
  })
}

const timecode = (at: number) =>
  `${new Date(at).toISOString().slice(11, 19)},${String(at % 1000).padStart(3, '0')}`
