// Opens event streams and reports when all of them have received an event. It runs in its own
// process, so that it does not share a thread with the measurement.
import { request } from 'node:http'

export type ListenerCommand = { port: number; authorizations: string[] }
/** `received` is when the last stream got the event, in milliseconds since the epoch. */
export type ListenerReport = { opened: number } | { event: string; received: number }

const report = (message: ListenerReport) => process.send!(message)
const CONCURRENT_OPENINGS = 20

process.once('message', ({ port, authorizations }: ListenerCommand) => {
  const counts = new Map<string, number>()
  const queue = [...authorizations]
  let opened = 0

  const received = (event: string) => {
    const count = (counts.get(event) ?? 0) + 1
    counts.set(event, count)
    if (count === authorizations.length)
      report({ event, received: performance.timeOrigin + performance.now() })
  }
  const openNext = () => {
    const authorization = queue.shift()
    if (!authorization) return
    openStream(port, authorization, received, () => {
      if (++opened === authorizations.length) report({ opened })
      openNext()
    })
  }
  for (let turn = 0; turn < CONCURRENT_OPENINGS; turn++) openNext()
})

/** Looks only for the ids: parsing would take the time of the service. */
function openStream(
  port: number,
  authorization: string,
  received: (event: string) => void,
  opened: () => void,
) {
  request(
    { host: '127.0.0.1', port, path: '/api/events/stream', headers: { authorization } },
    (response) => {
      let rest = ''
      if (response.statusCode !== 200)
        throw new Error(`The stream responded with ${response.statusCode}`)
      response.setEncoding('latin1').once('data', opened)
      response.on('data', (chunk: string) => {
        const blocks = (rest + chunk).split('\n\n')
        rest = blocks.pop()!
        for (const block of blocks) if (block.startsWith('id: ')) received(block.slice(4, 28))
      })
    },
  ).end()
}
