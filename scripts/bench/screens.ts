// The calls of the API that each main screen makes, recorded from the web app in a real browser.
import { CHROMIUM_HINT, launch } from '../../api/test/chromium.ts'
import { recordCalls } from '../../web/browser/calls.ts'
import { waitUntilLoaded } from '../../web/browser/open-page-as.ts'
import type { BenchContext } from './context.ts'
import { openPage } from './web.ts'

type ScreenRole = 'studio' | 'territory' | 'vendor' | 'translator'
export type ScreenCall = { screen: string; as: ScreenRole; path: string; range: string | undefined }

type ScreenIds = { request: string; asset: string; project: string }
type Screen = [name: string, roles: ScreenRole[], path: (ids: ScreenIds) => string]

const EVERYONE: ScreenRole[] = ['studio', 'territory', 'vendor', 'translator']

const SCREENS: Screen[] = [
  ['Today', EVERYONE, () => '/'],
  ['Requests', EVERYONE, () => '/workrequests'],
  ['Board', ['studio', 'vendor'], () => '/workrequests?as=board'],
  ['Calendar', ['studio', 'vendor'], () => '/workrequests?as=calendar'],
  ['Request', EVERYONE, ({ request }) => `/workrequests/${request}`],
  ['Editor', ['vendor', 'translator'], ({ request }) => `/workrequests/${request}/translate`],
  ['Library', EVERYONE, () => '/assets'],
  ['Projects', ['studio'], () => '/projects'],
  ['Project', ['studio'], ({ project }) => `/projects/${project}`],
  ['Asset', EVERYONE, ({ asset }) => `/assets/${asset}`],
  ['Order', ['territory'], ({ asset }) => `/order?asset=${asset}`],
  ['Notifications', EVERYONE, () => '/notifications'],
  ['Downloads', ['studio'], () => '/downloads'],
  ...['risk', 'coverage', 'volume', 'rejections', 'turnaround', 'downloads'].map((part): Screen => [
    `Report ${part}`,
    ['studio'],
    () => `/reports?part=${part}`,
  ]),
  ['People', ['studio'], () => '/administration/users'],
  ['Audit log', ['studio'], () => '/administration/audit'],
]

/** Nothing if there is no browser. */
export async function recordScreens(context: BenchContext, request: string): Promise<ScreenCall[]> {
  const { side, log, cleanUp } = context
  const browser = await launch()
  if (!browser) log(CHROMIUM_HINT)
  if (!browser) return []
  cleanUp(() => browser.close())
  log('Opening the screens')
  const ids = { request, asset: side.asset._id, project: side.project._id }
  const recorded: ScreenCall[] = []
  for (const as of EVERYONE) {
    const page = await openPage(browser, context, side.people[as])
    const calls = recordCalls(page)
    for (const [screen, , path] of SCREENS.filter(([, roles]) => roles.includes(as))) {
      const before = calls().length
      await page.goto(path(ids))
      await waitUntilLoaded(page)
      for (const call of calls().slice(before))
        if (call.method === 'GET') recorded.push({ screen, as, path: call.path, range: call.range })
    }
    await page.context().close()
  }
  await browser.close()
  return recorded
}
