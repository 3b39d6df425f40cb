import { tokenAuth } from '../../api/test/raw-http.ts'
import { send } from '../tools/send.ts'

export type FuzzIdentity = { email: string; password: string; token: string }

export const connectionOf = (port: number, person: FuzzIdentity) => ({
  port,
  authorization: tokenAuth(person).authorization,
})

/** The delay is the longest one of the event loop since the metrics were last read. */
export async function readMetrics(port: number): Promise<{ memoryMb: number; delayMs: number }> {
  const text = (await send({ port }, '/metrics')).bytes.toString()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    memoryMb: value('process_resident_memory_bytes') / 1024 / 1024,
    delayMs: Math.round(value('nodejs_eventloop_lag_max_seconds') * 1000),
  }
}
