// Works on a text track with 7,000 lines of maximum length, and measures how long each request takes
// and how long the event loop of the service is blocked meanwhile.
import { parse, send, type Sending } from '../tools/send.ts'
import { connectionOf, readMetrics, type FuzzIdentity } from './send.ts'

export type Measurement = { name: string; status: number; milliseconds: number; delayMs: number }

const LINES = 7_000
const FORMATS = ['srt', 'vtt', 'ttml', 'stl', 'scc', 'ass', 'dcp', 'csv', 'xlsx']
const WORDS = 'Lange Wörter, die niemand lesen kann. '.repeat(60).split(' ')

export async function measureLargeLines(
  port: number,
  person: FuzzIdentity,
  asset: string,
): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  const measure = async (name: string, path: string, sending: Sending = {}) => {
    await readMetrics(port)
    const reply = await send(connectionOf(port, person), `/api${path}`, sending)
    const { status, milliseconds } = reply
    measurements.push({ name, status, milliseconds, delayMs: (await readMetrics(port)).delayMs })
    return reply
  }
  const put = (body: object): Sending => ({ method: 'PUT', body })
  const post = (body: object): Sending => ({ method: 'POST', body })

  const order = await measure('order', '/workrequests', post({ asset, language: 'deu' }))
  const { _id, translation } = parse<{ _id: string; translation: { _id: string } }>(order)
  const at = `/translations/${translation._id}`
  await measure('put', `${at}/lines`, put(longLines(WORDS)))
  await measure('put changed', `${at}/lines`, put(longLines(WORDS.toReversed())))
  await measure('list', `${at}/lines`)
  await measure('check', `${at}/qc`)
  await measure('changes', `${at}/changes?since=0`)
  await measure('merge', `${at}/merge`)
  await measure('work request', `/workrequests/${_id}`)
  await measure('compare', `${at}/differences?from=1&to=2`)
  for (const format of FORMATS) {
    const { bytes } = await measure(`export ${format}`, `${at}/export?format=${format}`)
    await measure(`import ${format}`, `${at}/import?format=${format}&dry=true`, post(bytes))
  }
  await measure('fix', `${at}/fix`, post({}))
  await measure('submit', at, put({ status: 'submitted' }))
  return measurements
}

/** Each line has 2,000 characters, and other words than its neighbours. */
function longLines(words: string[]) {
  const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19)
  return Array.from({ length: LINES }, (_none, index) => ({
    number: index + 1,
    text: [...words.slice(index % 50), ...words.slice(0, index % 50), index]
      .join(' ')
      .slice(0, 2_000)
      .trim(),
    startTime: `${time(index * 2)},000`,
    stopTime: `${time(index * 2 + 1)},900`,
  }))
}
