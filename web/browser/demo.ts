// Starts a service with the demo studio in a temporary folder.
import { mkdtemp, rm } from 'node:fs/promises'
import { chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { assets, offlines, previews, sessions, shares, workrequests } from '@reelay/api/contract'
import { createClient, type Call } from '@reelay/client'
import { freePort } from '../../api/src/kernel/db/embedded.ts'
import { startService } from '../../api/test/service.ts'

/** People of the demo. All have the same password. */
export const DEMO_PEOPLE = {
  admin: 'admin@example.com',
  studio: 'oluwaseun@lanternfold.example',
  territory: 'annegret@lanternfold.example',
  vendor: 'piet@tidalpost.example',
  translator: 'corentin@words.example',
  reviewer: 'citlali@lanternfold.example',
} as const
export type DemoAccount = keyof typeof DEMO_PEOPLE
const PASSWORD = 'Reelay-demo-2026'

export type Demo = {
  address: string
  sessionOf: (who: DemoAccount) => Promise<sessions.Session>
  call: Call
  ids: DemoIds
  stop: () => Promise<void>
}
/** Ids of demo records for URLs. */
export type DemoIds = {
  asset: string
  project: string
  request: string
  translate: string
  offline: string
  workflow: string
  studio: string
  person: string
  /** The path of a share link. */
  share: string
}

/** `ROLE: 'api'` renders no previews, which is faster. */
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
  const opened = new Map<DemoAccount, Promise<sessions.Session>>()
  const signIn = (who: DemoAccount) =>
    createClient({
      baseUrl: `${address}/api`,
      credential: { email: DEMO_PEOPLE[who], password: PASSWORD },
    }).call(sessions.openSession) as Promise<sessions.Session>
  const sessionOf = (who: DemoAccount) => {
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

export async function findDemoIds(call: Call): Promise<DemoIds> {
  const {
    items: [trailer],
  } = await call(assets.listAssets, { query: { q: 'International trailer 1' } })
  const { items: requests } = await call(workrequests.listWorkRequests, {
    range: { first: 0, last: 99 },
  })
  const inReview = requests.find(
    ({ status, territory }) => status === 'for-review' && territory === 'LAT',
  )!
  const beingTranslated = requests.find(
    ({ status, language }) => status === 'awaiting-materials' && language === 'fra',
  )!
  const {
    items: [offline],
  } = await call(offlines.listOfflines, { query: { workRequest: inReview._id } })
  const share = await call(shares.createShare, {
    body: { kind: 'offline', subject: offline!._id, mayComment: true, mayDecide: true },
  })
  return {
    asset: trailer!.slug,
    project: trailer!.project,
    request: inReview._id,
    translate: beingTranslated._id,
    offline: offline!._id,
    workflow: trailer!.workflow.id,
    studio: trailer!.studio,
    person: offline!.from,
    share: new URL(share.url!).pathname,
  }
}

/** A preview is ready before all of its renditions are. */
export async function waitForPreviews({ call, address }: Demo): Promise<void> {
  await waitForJobs(address)
  for (;;) {
    const { items } = await call(previews.listPreviews, { range: { first: 0, last: 199 } })
    if (items.every(({ status }) => status === 'ready' || status === 'failed')) return
    await sleep(2_000)
  }
}

async function waitForJobs(address: string) {
  for (;;) {
    const metrics = await (await fetch(`${address}/metrics`)).text()
    if (!/^reelay_jobs\{.*state="(waiting|running)"\} [1-9]/m.test(metrics)) return
    await sleep(2_000)
  }
}
