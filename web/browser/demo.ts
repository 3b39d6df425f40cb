// The demo studio as a first start loads it, in a service and a folder of its own.
import { mkdtemp, rm } from 'node:fs/promises'
import { chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { assets, offlines, previews, sessions, workrequests } from '@reelay/api/contract'
import { createClient, type Call } from '@reelay/client'
import { freePort } from '../../api/src/kernel/db/embedded.ts'
import { startService } from '../../api/test/service.ts'

/** Who is looked for on a screen. All have the password that a first start prints. */
export const DEMO_PEOPLE = {
  admin: 'admin@example.com',
  studio: 'oluwaseun@lanternfold.example',
  territory: 'annegret@lanternfold.example',
  vendor: 'piet@tidalpost.example',
  translator: 'corentin@words.example',
  reviewer: 'citlali@lanternfold.example',
} as const
export type DemoPerson = keyof typeof DEMO_PEOPLE
const PASSWORD = 'Reelay-demo-2026'

export type Demo = {
  address: string
  sessionOf: (who: DemoPerson) => Promise<sessions.Session>
  call: Call
  ids: DemoIds
  stop: () => Promise<void>
}
/** What an address needs to know of the demo. */
export type DemoIds = {
  asset: string
  project: string
  request: string
  translate: string
  offline: string
  workflow: string
}

/** `ROLE: 'api'` leaves the films undrawn: enough for what looks at pages, and quick. */
export async function startDemo(env: Record<string, string> = {}): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-demo-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const service = await startService(
    {
      DATA_DIR: join(folder, 'data'),
      PUBLIC_URL: address,
      DEMO: '1',
      ADMIN_PASSWORD: PASSWORD,
      ...env,
    },
    port,
  )
  const opened = new Map<DemoPerson, Promise<sessions.Session>>()
  const signIn = (who: DemoPerson) =>
    createClient({
      baseUrl: `${address}/api`,
      credential: { email: DEMO_PEOPLE[who], password: PASSWORD },
    }).call(sessions.openSession) as Promise<sessions.Session>
  const sessionOf = (who: DemoPerson) => {
    const session = opened.get(who) ?? signIn(who)
    opened.set(who, session)
    return session
  }
  const { call } = createClient({
    baseUrl: `${address}/api`,
    credential: await sessionOf('studio'),
  })
  return {
    address,
    sessionOf,
    call,
    ids: await findDemoIds(call),
    async stop() {
      service.signal('SIGTERM')
      await service.ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function findDemoIds(call: Call): Promise<DemoIds> {
  const {
    items: [trailer],
  } = await call(assets.listAssets, { query: { q: 'International trailer 1' } })
  const { items: requests } = await call(workrequests.listWorkRequests, {
    range: { first: 0, last: 99 },
  })
  const reviewed = requests.find(
    ({ status, territory }) => status === 'for-review' && territory === 'LAT',
  )!
  const written = requests.find(
    ({ status, language }) => status === 'awaiting-materials' && language === 'fra',
  )!
  const {
    items: [offline],
  } = await call(offlines.listOfflines, { query: { workRequest: reviewed._id } })
  return {
    asset: trailer!.slug,
    project: trailer!.project,
    request: reviewed._id,
    translate: written._id,
    offline: offline!._id,
    workflow: trailer!.workflow.id,
  }
}

/** All its films can be watched, and nothing is at work any more. */
export async function waitForPreviews({ call }: Demo): Promise<void> {
  for (;;) {
    const { items } = await call(previews.listPreviews, { range: { first: 0, last: 199 } })
    if (items.every(({ status }) => status === 'ready' || status === 'failed')) return
    await sleep(2_000)
  }
}
