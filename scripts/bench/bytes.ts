// Bytes out of the service, against what nginx reaches with the same file in the same run.
import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { createClient } from '@reelay/client'
import { files } from '@reelay/api/contract'
import { hasNginx, startNginx, type Nginx } from '../../api/test/nginx.ts'
import { startService, type TestService } from '../../api/test/service.ts'
import type { Filled } from './fill.ts'
import { median } from './report.ts'
import { memoryOf } from './usage.ts'

/** Megabytes a second. `nginx` is absent where it is not installed. */
export type DownloadFigures = {
  length: number
  node: number
  /** Megabytes of memory at most, beyond what the service held before. */ grown: number
  nginx?: { sendfile: number; accel: number; nodeShare: number; accelShare: number }
}
type Setting = {
  dataDir: string
  databaseUrl: string
  filled: Filled
  service: TestService
  rounds: number
  length: number
  undo: (() => unknown)[]
}

const PIECE = 1024 * 1024

/** In turn: Node by itself, nginx by itself, and nginx to which the service hands over. */
export async function measureDownload({
  dataDir,
  databaseUrl,
  filled,
  service,
  rounds,
  length,
  undo,
}: Setting): Promise<DownloadFigures> {
  const { path, key, headers } = await bringFile(service, filled, length)
  // A process that has moved no bytes yet: what an upload left free would hide what a download
  // takes.
  const fresh = await startService({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
  undo.push(() => (fresh.signal('SIGTERM'), fresh.ended))
  await fetch(fresh.address + path, { method: 'HEAD', headers })
  const memory = watchMemory(fresh.pid)
  const nginx = hasNginx() ? await frontService({ dataDir, databaseUrl, undo }) : undefined
  const figures: { node: number; sendfile: number; accel: number }[] = []
  for (let round = 0; round < rounds; round++)
    figures.push({
      node: await rateOf(fresh.port, path, headers, length),
      sendfile: nginx
        ? await rateOf(
            nginx.port,
            `/plain/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`,
            {},
            length,
          )
        : NaN,
      accel: nginx ? await rateOf(nginx.port, path, headers, length) : NaN,
    })
  const of = (figure: (round: (typeof figures)[number]) => number) => median(figures.map(figure))
  return {
    length,
    node: of(({ node }) => node),
    grown: memory(),
    ...(nginx && {
      nginx: {
        sendfile: of(({ sendfile }) => sendfile),
        accel: of(({ accel }) => accel),
        nodeShare: of(({ node, sendfile }) => node / sendfile),
        accelShare: of(({ accel, sendfile }) => accel / sendfile),
      },
    }),
  }
}

/** A file with bytes that no disk and no wire can shorten, brought as a vendor brings it. */
async function bringFile({ address, port }: TestService, { works, asset }: Filled, length: number) {
  const { call } = createClient({ baseUrl: `${address}/api`, credential: works, retry: false })
  const { _id } = await call(files.registerFile, { body: { name: 'master.bin', asset } })
  const path = `/api/files/${_id}/content`
  const headers = {
    authorization: `Basic ${Buffer.from(`${works.email}:token-${works.token}`).toString('base64')}`,
  }
  const piece = randomBytes(PIECE)
  const pieces = function* () {
    for (let sent = 0; sent < length; sent += PIECE) yield piece
  }
  const hash = createHash('sha256')
  for (const one of pieces()) hash.update(one)
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: Readable.toWeb(Readable.from(pieces())) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  const key = hash.digest('hex')
  if (!answer.ok || ((await answer.json()) as files.File).sha256 !== key)
    throw new Error(`The file was not taken: ${answer.status}`)
  return { path, key, headers }
}

async function frontService({
  dataDir,
  databaseUrl,
  undo,
}: Pick<Setting, 'dataDir' | 'databaseUrl' | 'undo'>): Promise<Nginx> {
  const behind = await startService({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    X_ACCEL: '/internal/',
    TRUST_PROXY: '127.0.0.1',
  })
  undo.push(() => (behind.signal('SIGTERM'), behind.ended))
  const nginx = await startNginx({
    servicePort: behind.port,
    dataDir,
    more: `  location /plain/ { alias ${dataDir}/objects/; sendfile on; tcp_nopush on; }`,
  })
  undo.push(() => nginx.stop())
  return nginx
}

/** Reads into one piece of memory again and again, so that the reader costs as little as it can. */
function rateOf(
  port: number,
  path: string,
  headers: Record<string, string>,
  length: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = performance.now()
    const wanted = { head: '', left: length, begun: false }
    const socket = connect({
      port,
      host: '127.0.0.1',
      onread: {
        buffer: Buffer.alloc(PIECE),
        callback: (count, buffer) => take(buffer.subarray(0, count)),
      },
    })
    socket
      .on('error', reject)
      .on('close', () =>
        reject(new Error(`${path} ended ${wanted.left} bytes early: ${wanted.head.slice(0, 200)}`)),
      )
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    )

    function take(bytes: Uint8Array): boolean {
      if (wanted.begun) wanted.left -= bytes.length
      else {
        wanted.head += Buffer.from(bytes).toString('latin1')
        const end = wanted.head.indexOf('\r\n\r\n')
        wanted.begun = end >= 0
        if (wanted.begun) wanted.left -= wanted.head.length - end - 4
      }
      if (wanted.left <= 0) {
        resolve(length / 1e6 / ((performance.now() - asked) / 1000))
        socket.destroy()
      }
      return true
    }
  })
}

/** Looks now and then, and says by how much it grew at most. */
function watchMemory(pid: number): () => number {
  const before = memoryOf(pid)
  let most = before
  const timer = setInterval(() => (most = Math.max(most, memoryOf(pid))), 20)
  return () => (clearInterval(timer), most - before)
}
