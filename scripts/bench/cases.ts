// The requests that are compared with those of the bare server.
import { Agent } from 'node:http'
import type { TestRole } from '../../api/test/fixtures.ts'
import { PASSWORD } from '../../api/test/test-app.ts'
import { basicAuth } from '../../api/test/raw-http.ts'
import type { workrequests } from '@reelay/api/contract'
import type { Attempt } from '../tools/load.ts'
import { send, type Connection, type Sending } from '../tools/send.ts'
import { authorizationOf } from './fixtures.ts'
import type { BenchContext } from './context.ts'

export const CONNECTIONS = 8

export type BenchCase = {
  /** For `--only`. */
  key: string
  name: string
  role: string
  /** The process whose CPU time is measured. */
  pid: number
  /** What each of the connections repeats. */
  client: (connection: number) => Attempt
}
export type BenchRecords = { request: string; order: workrequests.NewWorkRequest }

export function createCases(
  { service, side }: BenchContext,
  { request, order }: BenchRecords,
): BenchCase[] {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const as = (role: TestRole): Connection => ({
    port: service.port,
    agent,
    authorization: authorizationOf(side.people[role]),
  })
  const repeat = (
    key: string,
    role: TestRole,
    name: string,
    path: string,
    sending?: Sending,
  ): BenchCase => ({
    key,
    name,
    role,
    pid: service.pid,
    client: () => () => send(as(role), `/api${path}`, sending),
  })
  const create = (more: Partial<workrequests.NewWorkRequest>): Sending => ({
    method: 'POST',
    body: Buffer.from(JSON.stringify({ ...order, ...more })),
    headers: { 'content-type': 'application/json' },
  })
  return [
    repeat('get', 'studio', 'GET /workrequests/{id}', `/workrequests/${request}`),
    repeat('asset', 'studio', 'GET /assets/{id}', `/assets/${side.asset._id}`),
    repeat('create', 'studio', 'POST /workrequests', '/workrequests', create({})),
    repeat(
      'submit',
      'studio',
      'POST /workrequests, submitted',
      '/workrequests',
      create({ status: 'submitted' }),
    ),
    repeat('password', 'guest', 'GET /session, password', '/session', {
      headers: basicAuth(side.people.guest.email, PASSWORD),
    }),
  ]
}
