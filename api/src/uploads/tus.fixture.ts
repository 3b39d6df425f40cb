// Sends tus requests the way a client does, header by header.
import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import * as files from '../files/contract.ts'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'

export const BYTES = randomBytes(300_000)
export const base64 = (text: string) => Buffer.from(text).toString('base64')
export const digest = (algorithm: string, bytes: Buffer) =>
  `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`

type Headers = Record<string, string>
const requestHeaders = (person: TestUser | undefined, headers: Headers) => ({
  'tus-resumable': '1.0.0',
  ...(person && { authorization: `Basic ${btoa(`${person.email}:token-${person.token}`)}` }),
  ...headers,
})

type Method = 'POST' | 'PATCH' | 'HEAD' | 'DELETE' | 'OPTIONS'

/** Sends a tus request, as the vendor by default. */
function createRequester({ app, a }: Fixtures) {
  return async (
    method: Method,
    path: string,
    headers: Headers,
    payload?: Buffer,
    person: TestUser | undefined = a.people.vendor,
  ) => {
    const response = await app.fastify.inject({
      method,
      url: path,
      headers: requestHeaders(person, headers),
      ...(payload && { payload }),
    })
    return {
      status: response.statusCode,
      offset: response.headers['upload-offset'],
      headers: response.headers,
      code: response.body ? response.json<{ code: string }>().code : undefined,
    }
  }
}

/** A registered file, and functions that send the tus requests for it. */
export async function prepareUpload(t: TestContext, declared: Partial<files.NewFile> = {}) {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const file = await a.people.vendor.call(files.registerFile, {
    body: { name: 'master.bin', asset: a.asset._id, ...declared },
  })
  const request = createRequester(fixtures)
  const postUpload = async (
    length: number,
    headers: Headers = {},
    payload?: Buffer,
    person?: TestUser,
  ) =>
    request(
      'POST',
      '/api/uploads',
      {
        'upload-length': String(length),
        'upload-metadata': `file ${base64(file._id)},name ${base64('Straße.mov')}`,
        ...headers,
      },
      payload,
      person,
    )
  const send = (
    url: string,
    offset: number,
    bytes: Buffer,
    headers: Headers = {},
    person?: TestUser,
  ) =>
    request(
      'PATCH',
      url,
      {
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        ...headers,
      },
      bytes,
      person,
    )
  const startUpload = async (length = BYTES.length) =>
    String((await postUpload(length)).headers.location)
  const readFile = () => a.people.vendor.call(files.getFile, { params: { id: file._id } })
  return { ...fixtures, file, request, postUpload, startUpload, send, readFile }
}

export const listIncoming = ({ app }: Pick<Fixtures, 'app'>) =>
  readdir(join(app.config.dataDir, 'incoming'))
