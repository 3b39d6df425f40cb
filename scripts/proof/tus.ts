// A tus client that misbehaves on purpose, and writes down everything it was promised.
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { json, text } from 'node:stream/consumers'

export type Door = { port: number; authorization: string }
export type Answer = {
  status: number
  offset: number
  location: string | undefined
  body: Record<string, unknown>
}
/** `cut`: the line breaks after so many bytes. `flip`: one bit of this byte changes on the way. */
export type Fault = { cut?: number; flip?: number; checksum?: boolean }

type Asked = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: Buffer
  cut?: number | undefined
}

/** Throws what the socket throws. */
export function ask(
  { port, authorization }: Door,
  { method, path, headers, body, cut }: Asked,
): Promise<Answer> {
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
          (said) =>
            resolve({
              status: response.statusCode!,
              offset: Number(response.headers['upload-offset']),
              location: response.headers.location,
              body: said as Answer['body'],
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
const base64 = (words: string) => Buffer.from(words).toString('base64')

export const begin = (door: Door, file: string, length: number) =>
  ask(door, {
    method: 'POST',
    path: '/uploads',
    headers: { ...TUS, 'upload-length': String(length), 'upload-metadata': `file ${base64(file)}` },
  })

export const offsetOf = (door: Door, path: string) =>
  ask(door, { method: 'HEAD', path, headers: TUS })

export function send(
  door: Door,
  path: string,
  offset: number,
  bytes: Buffer,
  { cut, flip, checksum }: Fault,
): Promise<Answer> {
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
  return ask(door, { method: 'PATCH', path, headers, body: sent, cut })
}
