// A tus client that cuts connections and flips bits on purpose.
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { json, text } from 'node:stream/consumers'

export type Connection = { port: number; authorization: string }
export type TusResponse = {
  status: number
  offset: number
  location: string | undefined
  body: Record<string, unknown>
}
/** `cut`: closes the connection after so many bytes. `flip`: changes one bit of this byte. */
export type TusFault = { cut?: number; flip?: number; checksum?: boolean }

type TusRequest = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: Buffer
  cut?: number | undefined
}

/** Throws the error of the socket, if there is one. */
export function sendRequest(
  { port, authorization }: Connection,
  { method, path, headers, body, cut }: TusRequest,
): Promise<TusResponse> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        agent: false,
        method,
        path: `/api${path}`,
        headers: { authorization, ...(body && { 'content-length': body.length }), ...headers },
      },
      (response) => {
        const read = String(response.headers['content-type']).includes('json')
          ? json(response)
          : text(response).then(() => ({}))
        read.then(
          (parsed) =>
            resolve({
              status: response.statusCode!,
              offset: Number(response.headers['upload-offset']),
              location: response.headers.location,
              body: parsed as TusResponse['body'],
            }),
          reject,
        )
      },
    )
    call.on('error', reject)
    if (cut === undefined) call.end(body)
    else
      call.write(body!.subarray(0, cut), () => setTimeout(() => call.destroy(new Error('cut')), 20))
  })
}

const TUS = { 'tus-resumable': '1.0.0' }
const base64 = (text: string) => Buffer.from(text).toString('base64')

export const createUpload = (connection: Connection, file: string, length: number) =>
  sendRequest(connection, {
    method: 'POST',
    path: '/uploads',
    headers: { ...TUS, 'upload-length': String(length), 'upload-metadata': `file ${base64(file)}` },
  })

export const getOffset = (connection: Connection, path: string) =>
  sendRequest(connection, { method: 'HEAD', path, headers: TUS })

export function sendChunk(
  connection: Connection,
  path: string,
  offset: number,
  bytes: Buffer,
  { cut, flip, checksum }: TusFault,
): Promise<TusResponse> {
  const headers = {
    ...TUS,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
    ...((checksum || flip !== undefined) && {
      'upload-checksum': `sha256 ${createHash('sha256').update(bytes).digest('base64')}`,
    }),
  }
  const sent = flip === undefined ? bytes : Buffer.from(bytes)
  if (flip !== undefined) sent[flip]! ^= 1 << (flip % 8)
  return sendRequest(connection, { method: 'PATCH', path, headers, body: sent, cut })
}
