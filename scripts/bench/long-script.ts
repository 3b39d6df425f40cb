// Measures a script of ten thousand lines: opening, saving one line, checking and exporting it.
import { readPostmasterPid, type TestService } from '../../api/test/service.ts'
import { createClient } from '@reelay/client'
import { type lines, translations, workrequests } from '@reelay/api/contract'
import type { BenchFixtures } from './fixtures.ts'
import { median } from './median.ts'
import { cpuOf, cpuOfTree } from './process-usage.ts'
import { createRandom, dialogueLine } from './dialogue.ts'

/** In milliseconds; `waited` is the median from the request to the last byte of the response. */
type CallFigures = { waited: number; serviceCpu: number; databaseCpu: number }
export type LongScriptFigures = { lines: number; times: [what: string, figures: CallFigures][] }

const LINES = 10_000
const REPETITIONS = 11
/** Of short calls: CPU time is counted in steps of 10 ms. */
const MANY = 100

export async function measureLines({
  dataDir,
  service,
  filled,
  log,
}: {
  dataDir: string
  service: TestService
  filled: BenchFixtures
  log: (message: string) => void
}): Promise<LongScriptFigures> {
  log(`Writing ${LINES} lines`)
  const { email, token } = filled.vendor
  const { call } = createClient({
    baseUrl: `${service.address}/api`,
    credential: { email, token },
    retry: false,
  })
  const { translation } = await call(workrequests.getWorkRequest, {
    params: { id: filled.request },
  })
  const params = { id: translation._id }
  const written = await call(translations.translationLines.put, { params, body: longScript(LINES) })
  log('Measuring')
  let [saved, times] = [0, [] as LongScriptFigures['times']]
  const postmaster = await readPostmasterPid(dataDir)
  const cpu = () => ({ service: cpuOf(service.pid), database: cpuOfTree(postmaster) })
  const record = async (what: string, ask: () => Promise<unknown>, count = REPETITIONS) => {
    for (let warmUp = 0; warmUp < count; warmUp++) await ask()
    const before = cpu()
    const waited = await medianTime(ask, count)
    const after = cpu()
    const serviceCpu = (after.service - before.service) / count / 1000
    const databaseCpu = (after.database - before.database) / count / 1000
    times = [...times, [what, { waited, serviceCpu, databaseCpu }]]
  }
  const lineAt = (index: number) => written[(index * 7) % LINES]!._id
  await record('open', () => call(translations.translationLines.list, { params }))
  await record(
    'save one',
    () =>
      call(translations.translationLines.change, {
        params: { ...params, line: lineAt(saved) },
        body: { text: `Gesichert (${saved++})` },
      }),
    MANY,
  )
  await record(
    'write one',
    () =>
      call(translations.translationLines.edit, {
        params,
        body: { kind: 'write', lines: [{ _id: lineAt(saved), text: `Gesichert (${saved++})` }] },
      }),
    MANY,
  )
  await record('check all', () => call(translations.getChecks, { params }))
  for (const format of ['srt', 'vtt', 'ttml', 'stl', 'ass', 'dcp', 'csv', 'xlsx'] as const)
    await record(`export ${format}`, () =>
      call(translations.translationLines.export, { params, query: { format } }),
    )
  return { lines: LINES, times }
}

async function medianTime(ask: () => Promise<unknown>, count: number): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < count; round++) {
    const started = performance.now()
    await ask()
    times.push(performance.now() - started)
  }
  return median(times)
}

export function longScript(count: number): lines.NewLine[] {
  const dice = createRandom(11)
  let at = 0
  return Array.from({ length: count }, (_none, index) => {
    const [text, start] = [wrapLine(dialogueLine(dice).slice(0, 76)), at]
    const stop = start + Math.max(1000, text.length * 65)
    at = stop + 200
    return { number: index + 1, text, startTime: timecode(start), stopTime: timecode(stop) }
  })
}

/** Breaks a long line near its middle, as a translator would. */
function wrapLine(text: string): string {
  if (text.length <= 42) return text
  const middle = text.indexOf(' ', text.length / 2)
  return middle < 0 ? text : `${text.slice(0, middle)}<br>${text.slice(middle + 1)}`
}

const timecode = (at: number) =>
  `${new Date(at).toISOString().slice(11, 19)},${String(at % 1000).padStart(3, '0')}`
