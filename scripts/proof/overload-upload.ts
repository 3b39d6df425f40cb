// Uploads with tus, in one request each.
import { request } from 'node:http'
import { parse, send, type ProofConnection, type ProofResponse } from './send.ts'

/** All files have the same content, so that they take the space of one. */
const PIECE = Buffer.alloc(256 * 1024, 7)
const PIECES = 16
const LENGTH = PIECE.length * PIECES
const TIMEOUT_MS = 120_000

/** Registers a file, begins an upload and sends it. A refusal of any of the three is the result. */
export const uploadOnce =
  (connection: ProofConnection, asset: string) => async (): Promise<ProofResponse> => {
    const body = { name: 'overload.bin', asset }
    const file = await send(connection, 'POST', '/files', { body })
    if (file.status !== 200) return file
    const metadata = `file ${btoa(String(parse(file)._id))}`
    const begun = await sendTus(connection, 'POST', '/api/uploads', {
      'upload-length': String(LENGTH),
      'upload-metadata': metadata,
      'content-length': '0',
    })
    if (begun.status !== 201) return begun
    return sendTus(connection, 'PATCH', begun.location!, {
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(LENGTH),
    })
  }

function sendTus(
  { port, agent, authorization }: ProofConnection,
  method: 'POST' | 'PATCH',
  path: string,
  headers: Record<string, string>,
): Promise<ProofResponse & { location?: string | undefined }> {
  return new Promise((resolve) => {
    const fail = () => resolve({ status: 0, retryAfter: undefined, bytes: Buffer.alloc(0) })
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method,
        path,
        headers: { authorization, 'tus-resumable': '1.0.0', ...headers },
      },
      (response) => {
        const { statusCode, headers: received } = response
        const answer = {
          status: statusCode!,
          retryAfter: received['retry-after'],
          location: received.location,
          bytes: Buffer.alloc(0),
        }
        response
          .on('end', () => resolve(answer))
          .on('error', fail)
          .resume()
      },
    )
    outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy())
    outgoing.on('error', fail)
    if (method === 'POST') outgoing.end()
    else writePieces(PIECES)

    function writePieces(left: number) {
      for (; left > 0; left--)
        if (!outgoing.write(PIECE)) {
          outgoing.once('drain', () => writePieces(left - 1))
          return
        }
      outgoing.end()
    }
  })
}
