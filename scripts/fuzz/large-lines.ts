// Works on a text track with 7,000 lines of maximum length, and measures how long each request takes
// and how long the event loop of the service is blocked meanwhile.
import { readMetrics, requestFor, send, type FuzzIdentity } from './send.ts'

const LINES = 7_000
const FORMATS = ['srt', 'vtt', 'ttml', 'stl', 'scc', 'ass', 'dcp', 'csv', 'xlsx']
const WORDS = 'Lange Wörter, die niemand lesen kann. '.repeat(60).split(' ')

export type Measurement = {
  name: string
  status: number
  ms: number
  delayMs: number
  bytes: number
}

export async function measureLargeLines(
  port: number,
  { person, asset }: { person: FuzzIdentity; asset: string },
): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  const measure = async (
    name: string,
    method: string,
    path: string,
    body?: Buffer,
    contentType = 'application/json',
  ) => {
    await readMetrics(port)
    const { status, ms, bytes } = await send(port, {
      ...requestFor(path, person),
      method,
      ...(body && { body }),
      headers: {
        ...requestFor(path, person).headers,
        ...(body && { 'content-type': contentType }),
      },
    })
    const { delayMs } = await readMetrics(port)
    measurements.push({ name, status, ms, delayMs, bytes: bytes.length })
    return bytes
  }
  const json = (value: unknown) => Buffer.from(JSON.stringify(value))

  const order = await measure(
    'order',
    'POST',
    '/api/workrequests',
    json({ asset, language: 'deu' }),
  )
  const at = `/api/translations/${JSON.parse(order.toString()).translation._id}`
  await measure('put', 'PUT', `${at}/lines`, json(longLines((words) => words)))
  await measure('put changed', 'PUT', `${at}/lines`, json(longLines((words) => words.toReversed())))
  await measure('list', 'GET', `${at}/lines`)
  await measure('check', 'GET', `${at}/qc`)
  await measure('changes', 'GET', `${at}/changes?since=0`)
  await measure('merge', 'GET', `${at}/merge`)
  await measure('work request', 'GET', `/api/workrequests/${JSON.parse(order.toString())._id}`)
  await measure('compare', 'GET', `${at}/differences?from=1&to=2`)
  for (const format of FORMATS) {
    const file = await measure(`export ${format}`, 'GET', `${at}/export?format=${format}`)
    await measure(
      `import ${format}`,
      'POST',
      `${at}/import?format=${format}&dry=true`,
      file,
      'application/octet-stream',
    )
  }
  await measure('fix', 'POST', `${at}/fix`, json({}))
  await measure('submit', 'PUT', at, json({ status: 'submitted' }))
  return measurements
}

/** Each line has 2,000 characters, and other words than its neighbours. */
function longLines(arrange: (words: string[]) => string[]) {
  const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19)
  return Array.from({ length: LINES }, (_none, index) => {
    const at = index % 50
    const words = [...WORDS.slice(at), ...WORDS.slice(0, at), String(index)]
    return {
      number: index + 1,
      text: arrange(words).join(' ').slice(0, 2_000).trim(),
      startTime: `${time(index * 2)},000`,
      stopTime: `${time(index * 2 + 1)},900`,
    }
  })
}
