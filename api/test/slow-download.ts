import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'

/** Starts a download and stops reading, as a slow client or a player with a full buffer does. */
export async function startDownload(url: string): Promise<IncomingMessage> {
  // The connection may be reset while nobody reads.
  const request = get(url).on('error', () => {})
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 200)
  response.on('error', () => {})
  await once(response, 'readable')
  response.read(1024)
  return response
}
