// What a long script costs: ten thousand lines opened, one of them saved, all of them checked, and
// taken away as a file.
import { createClient } from '@reelay/client'
import { lines as sheets, translations, workrequests } from '@reelay/api/contract'
import type { TestService } from '../../api/test/service.ts'
import type { Filled } from './fill.ts'
import { median } from './report.ts'
import { chance, spokenLine } from './spoken.ts'

/** Milliseconds from the question to the last byte of the answer, the middle of so many. */
export type LinesFigures = { lines: number; times: [what: string, milliseconds: number][] }

const LINES = 10_000
const TIMES = 11

export async function measureLines({
  service,
  filled,
  tell,
}: {
  service: TestService
  filled: Filled
  tell: (what: string) => void
}): Promise<LinesFigures> {
  tell(`Writing ${LINES} lines`)
  const { email, token } = filled.works
  const { call } = createClient({
    baseUrl: `${service.address}/api`,
    credential: { email, token },
    retry: false,
  })
  const { translation } = await call(workrequests.getWorkRequest, {
    params: { id: filled.request },
  })
  const params = { id: translation._id }
  const written = await call(translations.translationLines.put, { params, body: longScript() })
  tell('Working on them')
  let [saved, times] = [0, [] as LinesFigures['times']]
  const take = async (what: string, ask: () => Promise<unknown>) => {
    times = [...times, [what, await timed(ask)]]
  }
  await take('open', () => call(translations.translationLines.list, { params }))
  await take('save one', () =>
    call(translations.translationLines.change, {
      params: { ...params, line: written[saved * 7]!._id },
      body: { text: `Gesichert (${saved++})` },
    }),
  )
  await take('check all', () => call(translations.getChecks, { params }))
  for (const format of ['srt', 'vtt', 'ttml', 'stl', 'ass', 'dcp', 'csv', 'xlsx'] as const)
    await take(`export ${format}`, () =>
      call(translations.translationLines.export, { params, query: { format } }),
    )
  return { lines: LINES, times }
}

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  await ask()
  for (let time = 0; time < TIMES; time++) {
    const begun = performance.now()
    await ask()
    taken.push(performance.now() - begun)
  }
  return median(taken)
}

function longScript(): sheets.NewLine[] {
  const dice = chance(11)
  let at = 0
  return Array.from({ length: LINES }, (_none, index) => {
    const [text, start] = [inRows(spokenLine(dice).slice(0, 76)), at]
    const stop = start + Math.max(1000, text.length * 65)
    at = stop + 200
    return { number: index + 1, text, startTime: code(start), stopTime: code(stop) }
  })
}

/** As a translator would break it: in two about the middle, once it is too long for one. */
function inRows(text: string): string {
  if (text.length <= 42) return text
  const middle = text.indexOf(' ', text.length / 2)
  return middle < 0 ? text : `${text.slice(0, middle)}<br>${text.slice(middle + 1)}`
}

const code = (at: number) =>
  `${new Date(at).toISOString().slice(11, 19)},${String(at % 1000).padStart(3, '0')}`
