// Somebody who listens to the stream over a real socket.
import { request, type IncomingMessage } from 'node:http'
import type { TestIdentity } from './test-app.ts'
import { tokenAuthorization } from './agent-request.ts'

export type StreamMessage = { id?: string; event?: string; data?: Record<string, unknown> }
export type StreamReader = {
  status: number
  response: IncomingMessage
  /** The next message; undefined when the stream has ended. */
  next: () => Promise<StreamMessage | undefined>
  ended: Promise<void>
  close: () => void
}

export function openEventStream(
  port: number,
  person: TestIdentity,
  last?: string,
): Promise<StreamReader> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path: '/api/events/stream',
        headers: {
          authorization: tokenAuthorization(person),
          ...(last && { 'last-event-id': last }),
        },
      },
      (response) => {
        const heard: StreamMessage[] = []
        let wake = () => {}
        let text = ''
        let over = false
        response.setEncoding('utf8').on('data', (piece: string) => {
          const parts = (text + piece).split('\n\n')
          text = parts.pop()!
          heard.push(...parts.map(read).filter((message) => message.data !== undefined))
          wake()
        })
        const ended = new Promise<void>((done) =>
          response.on('close', () => {
            over = true
            wake()
            done()
          }),
        )
        response.on('error', () => {
          /* A cut is an end. */
        })
        resolve({
          status: response.statusCode!,
          response,
          ended,
          close: () => asked.destroy(),
          async next() {
            while (heard.length === 0 && !over) await new Promise<void>((woken) => (wake = woken))
            return heard.shift()
          },
        })
      },
    ).on('error', reject)
    asked.end()
  })
}

function read(message: string): StreamMessage {
  const fields = Object.fromEntries(
    message
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  return {
    ...fields,
    ...(fields.data !== undefined && { data: JSON.parse(fields.data) as Record<string, unknown> }),
  }
}
