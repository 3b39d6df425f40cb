// How long an event takes to reach all listeners, and what it costs. Most listeners work for the
// studio, some for a vendor.
import { request } from 'node:http'
import { workrequests } from '@reelay/api/contract'
import { digits, formatTable, median, type FigureColumn } from '../tools/figures.ts'
import { memoryOf, startMeter } from '../tools/usage.ts'
import { authorizationOf, benchOrder, createPeople } from './fixtures.ts'
import type { BenchContext, BenchReport } from './context.ts'

/** Milliseconds from the reply to the last listener; CPU in microseconds. */
type Figures = {
  listeners: number
  times: number[]
  service: number
  database: number
  memory: number
}

const LISTENERS = { quick: 200, full: 2_000 }
const VENDOR_SHARE = 200
const CHANGES = 9
/** An order is submitted, and then awaits materials. */
const EVENTS = 2

const COLUMNS: FigureColumn<Figures>[] = [
  ['listeners', ({ listeners }) => String(listeners)],
  ['median ms', ({ times }) => digits(median(times))],
  ['slowest ms', ({ times }) => digits(Math.max(...times))],
  ['Node µs for each', ({ service }) => digits(service)],
  ['PostgreSQL µs for each', ({ database }) => digits(database)],
  ['memory MB', ({ memory }) => digits(memory)],
]

export async function measureLiveUpdates(context: BenchContext): Promise<BenchReport> {
  const { databaseUrl, service, side, postmaster, quick, log, cleanUp } = context
  const listeners = quick ? LISTENERS.quick : LISTENERS.full
  log(`Opening ${listeners} event streams`)
  const roles = Array.from({ length: listeners }, (_none, at) =>
    at % VENDOR_SHARE ? 'studio' : 'vendor',
  )
  const people = await createPeople(databaseUrl, side.studio._id, roles)
  const listening = await openStreams(service.port, people.map(authorizationOf))
  cleanUp(listening.close)

  const change = async () => {
    await side.people.studio.call(workrequests.createWorkRequest, {
      body: { ...benchOrder(side), status: 'submitted' },
    })
    const replied = performance.now()
    return (await listening.untilAllHave(EVENTS)) - replied
  }
  await change()
  const readMeter = startMeter(service.pid, postmaster)
  const times: number[] = []
  for (let turn = 0; turn < CHANGES; turn++) times.push(await change())
  const cpu = readMeter()
  const each = (milliseconds: number) => (milliseconds * 1000) / listeners / CHANGES / EVENTS
  const rows: Figures[] = [
    {
      listeners,
      times,
      service: each(cpu.service),
      database: each(cpu.database),
      memory: memoryOf(service.pid),
    },
  ]
  return { rows, text: formatTable(COLUMNS, rows) }
}

const OPENINGS_AT_ONCE = 20

async function openStreams(port: number, authorizations: readonly string[]) {
  const counts = new Map<string, number>()
  let wake = () => {}
  let complete: number[] = []
  const receive = (event: string) => {
    const count = (counts.get(event) ?? 0) + 1
    counts.set(event, count)
    if (count < authorizations.length) return
    complete.push(performance.now())
    wake()
  }
  const waiting = authorizations.values()
  const closing: (() => void)[] = []
  const open = async () => {
    for (const authorization of waiting)
      closing.push(await openStream(port, authorization, receive))
  }
  await Promise.all(Array.from({ length: OPENINGS_AT_ONCE }, open))
  return {
    close: () => closing.forEach((close) => close()),
    /** Returns when the last listener got the last of so many events. */
    async untilAllHave(events: number): Promise<number> {
      while (complete.length < events) await new Promise<void>((resolve) => (wake = resolve))
      const last = complete.at(-1)!
      complete = []
      return last
    },
  }
}

/** Looks only for the ids: parsing would take the time of the service. Returns how to close it. */
function openStream(port: number, authorization: string, receive: (event: string) => void) {
  return new Promise<() => void>((resolve, reject) => {
    const path = '/api/events/stream'
    const stream = request({ host: '127.0.0.1', port, path, headers: { authorization } })
    stream.on('error', reject).on('response', (response) => {
      let rest = ''
      response.setEncoding('latin1').on('data', (chunk: string) => {
        resolve(() => stream.destroy())
        const blocks = (rest + chunk).split('\n\n')
        rest = blocks.pop()!
        for (const block of blocks) if (block.startsWith('id: ')) receive(block.slice(4, 28))
      })
    })
    stream.end()
  })
}
