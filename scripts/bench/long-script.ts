// Measures a script of ten thousand lines: opening, saving one line, checking and exporting it.
import { createClient } from '@reelay/client'
import { type lines, translations, workrequests } from '@reelay/api/contract'
import type { TestService } from '../../api/test/service.ts'
import type { BenchFixtures } from './fixtures.ts'
import { median } from './median.ts'
import { createRandom, dialogueLine } from './dialogue.ts'

/** The median time from the request to the last byte of the response, in milliseconds. */
export type LongScriptFigures = { lines: number; times: [what: string, milliseconds: number][] }

const LINES = 10_000
const REPETITIONS = 11

export async function measureLines({
  service,
  filled,
  log,
}: {
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
  const record = async (what: string, ask: () => Promise<unknown>) => {
    times = [...times, [what, await medianTime(ask)]]
  }
  await record('open', () => call(translations.translationLines.list, { params }))
  await record('save one', () =>
    call(translations.translationLines.change, {
      params: { ...params, line: written[saved * 7]!._id },
      body: { text: `Gesichert (${saved++})` },
    }),
  )
  await record('check all', () => call(translations.getChecks, { params }))
  for (const format of ['srt', 'vtt', 'ttml', 'stl', 'ass', 'dcp', 'csv', 'xlsx'] as const)
    await record(`export ${format}`, () =>
      call(translations.translationLines.export, { params, query: { format } }),
    )
  return { lines: LINES, times }
}

async function medianTime(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  await ask()
  for (let round = 0; round < REPETITIONS; round++) {
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
