import { request as httpRequest } from 'node:http'
import type { FuzzRequest } from './requests.ts'

export type FuzzIdentity = { email: string; password: string; token: string }
/** Status 0: the connection ended without an answer. */
export type Answer = { status: number; ms: number; bytes: Buffer; request: FuzzRequest }

export const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
export const authorizationOf = ({ email, token }: FuzzIdentity) => basic(`${email}:token-${token}`)

export const requestFor = (path: string, person?: FuzzIdentity): FuzzRequest => ({
  operation: `GET ${path}`,
  method: 'GET',
  path,
  headers: person ? { authorization: authorizationOf(person) } : {},
})

/** The delay is the longest one of the event loop since the metrics were last read. */
export async function readMetrics(port: number): Promise<{ memoryMb: number; delayMs: number }> {
  const { bytes } = await send(port, requestFor('/metrics'))
  const text = bytes.toString()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    memoryMb: value('process_resident_memory_bytes') / 1024 / 1024,
    delayMs: Math.round(value('nodejs_eventloop_lag_max_seconds') * 1000),
  }
}

export function send(port: number, request: FuzzRequest): Promise<Answer> {
  const { method, path, headers, body } = request
  const started = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, bytes: Buffer) =>
      resolve({ status, bytes, request, ms: Math.round(performance.now() - started) })
    const sending = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = []
        const finish = () => end(response.statusCode!, Buffer.concat(chunks))
        // A stream of events never ends.
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          finish()
          return sending.destroy()
        }
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        return response.on('end', finish).on('error', finish)
      },
    )
    sending.on('error', (error) => end(0, Buffer.from(String(error))))
    sending.end(body)
  })
}
