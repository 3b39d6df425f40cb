// Requests through a given agent. fetch would hide which connection is used and how it ends.
import { request, type Agent, type IncomingHttpHeaders } from 'node:http'
import { json } from 'node:stream/consumers'
import { tokenAuth } from './raw-http.ts'

export type AgentResponse = {
  status: number
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}
export type AgentConnection = { port: number; agent: Agent; authorization: string }

/** Throws errors of the socket, such as ECONNRESET. */
export function requestWithAgent(
  { port, agent, authorization }: AgentConnection,
  method: 'GET' | 'POST',
  path: string,
  content?: { body: object; headers?: Record<string, string> },
): Promise<AgentResponse> {
  const text = content && JSON.stringify(content.body)
  const headers = {
    authorization,
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...content?.headers,
  }
  return new Promise((resolve, reject) => {
    request(
      { host: '127.0.0.1', port, agent, method, path: `/api${path}`, headers },
      (response) => {
        json(response).then(
          (body) =>
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              body: body as AgentResponse['body'],
            }),
          reject,
        )
      },
    )
      .on('error', reject)
      .end(text)
  })
}

export const tokenAuthorization = (person: { email: string; token: string }) =>
  tokenAuth(person).authorization
