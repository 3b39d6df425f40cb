import type { FastifyRequest } from 'fastify'
import type { App } from '../../kernel/http/app.ts'
import { networkOf } from '../../kernel/http/auth/ip-network.ts'
import type { Device } from '../queries.ts'

const MAX_AGENT_LENGTH = 300

/** Sessions of the web app expire. Scripts sign in without this header and keep their token. */
const isWebApp = ({ headers }: FastifyRequest) => headers['x-session'] === 'web'

export const deviceOf = (
  { config }: Pick<App, 'config'>,
  request: FastifyRequest,
  { isWeb = isWebApp(request) } = {},
): Device => ({
  agent: request.headers['user-agent']?.slice(0, MAX_AGENT_LENGTH) ?? null,
  network: networkOf(request.ip),
  lifetime: isWeb ? config.sessionLifetime : null,
})
