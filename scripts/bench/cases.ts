// The requests that are compared with those of the bare server.
import type { TestService } from '../../api/test/service.ts'
import { COMMON_WORD } from './download-fixtures.ts'
import type { BenchFixtures } from './fixtures.ts'
import type { LoadRequest } from './load-generator.ts'

export const REQUEST = 'GET /workrequests/{id}'
export const FIRST = 'GET /downloads, first page'
export const DEEP = 'GET /downloads, in the middle'
export const SIGN_IN = 'GET /session, password'

export type BenchCase = LoadRequest & {
  name: string
  pid: number
  /** For `--only`. */ key: string
}

export function createCases(
  { reader, guest: signsIn, asset, request, order }: BenchFixtures,
  { port, pid }: TestService,
  downloads: number,
): BenchCase[] {
  const token = basic(reader.email, `token-${reader.token}`)
  const page = (first: number) => ({ ...token, 'x-range': `resources=${first}-${first + 9}` })
  const get = (
    key: string,
    name: string,
    path: string,
    headers: Record<string, string> = token,
  ): BenchCase => ({
    key,
    name,
    port,
    pid,
    path: `/api${path}`,
    headers,
  })
  const post = (key: string, name: string, more: object): BenchCase => {
    const body = JSON.stringify({ ...order, ...more })
    const headers = {
      ...token,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }
    return { ...get(key, name, '/workrequests', headers), method: 'POST', body }
  }
  return [
    get('get', REQUEST, `/workrequests/${request}`),
    get('asset', 'GET /assets/{id}', `/assets/${asset}`),
    get('downloads', FIRST, '/downloads', page(0)),
    get('downloads', DEEP, '/downloads', page(downloads / 2)),
    get('downloads', `${FIRST}, q`, `/downloads?q=${COMMON_WORD}`, page(0)),
    get('downloads', `${DEEP}, q`, `/downloads?q=${COMMON_WORD}`, page(downloads / 2)),
    post('create', 'POST /workrequests', {}),
    post('submit', 'POST /workrequests, submitted', { status: 'submitted' }),
    get('password', SIGN_IN, '/session', basic(signsIn.email, signsIn.password)),
  ]
}

export function basic(user: string, secret: string) {
  return { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` }
}
