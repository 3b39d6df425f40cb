// Reads the event stream over a real socket.
import { request, type IncomingMessage } from 'node:http'
import type { TestIdentity } from './test-app.ts'
import { tokenAuthorization } from './agent-request.ts'

export type ReceivedMessage = { id?: string; event?: string; data?: Record<string, unknown> }
export type StreamReader = {
  status: number
  response: IncomingMessage
  /** The next message, or undefined when the stream has ended. */
  next: () => Promise<ReceivedMessage | undefined>
  ended: Promise<void>
  close: () => void
}

export function openEventStream(
  port: number,
  person: TestIdentity,
  last?: string,
  path = '/events/stream',
): Promise<StreamReader> {
  return new Promise((resolve, reject) => {
    const streamRequest = request(
      {
        host: '127.0.0.1',
        port,
        path: `/api${path}`,
        headers: {
          authorization: tokenAuthorization(person),
          ...(last && { 'last-event-id': last }),
        },
      },
      (response) => {
        const messages: ReceivedMessage[] = []
        let wake = () => {}
        let text = ''
        let hasEnded = false
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const blocks = (text + chunk).split('\n\n')
          text = blocks.pop()!
          messages.push(...blocks.map(parseMessage).filter((message) => message.data !== undefined))
          wake()
        })
        const ended = new Promise<void>((done) =>
          response.on('close', () => {
            hasEnded = true
            wake()
            done()
          }),
        )
        response.on('error', () => {
          /* An error ends the stream. */
        })
        resolve({
          status: response.statusCode!,
          response,
          ended,
          close: () => streamRequest.destroy(),
          async next() {
            while (messages.length === 0 && !hasEnded)
              await new Promise<void>((woken) => (wake = woken))
            return messages.shift()
          },
        })
      },
    ).on('error', reject)
    streamRequest.end()
  })
}

function parseMessage(message: string): ReceivedMessage {
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
