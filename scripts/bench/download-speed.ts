// Measures downloads, against what nginx reaches with the same file in the same run.
import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { createClient } from '@reelay/client'
import { files } from '@reelay/api/contract'
import { hasNginx, startNginx, type Nginx } from '../../api/test/nginx.ts'
import { startService, type TestService } from '../../api/test/service.ts'
import type { BenchFixtures } from './fixtures.ts'
import { median } from './median.ts'
import { memoryOf } from './process-usage.ts'

/** Megabytes per second. `nginx` is absent if it is not installed. */
export type DownloadFigures = {
  length: number
  node: number
  /** The largest growth of the service's memory, in megabytes. */ memoryGrowth: number
  nginx?: { sendfile: number; accel: number; nodeShare: number; accelShare: number }
}
type DownloadOptions = {
  dataDir: string
  databaseUrl: string
  filled: BenchFixtures
  service: TestService
  rounds: number
  length: number
  undo: (() => unknown)[]
}

const CHUNK_SIZE = 1024 * 1024

/** Measures in turns: Node alone, nginx alone, and the service with X-Accel-Redirect to nginx. */
export async function measureDownload({
  dataDir,
  databaseUrl,
  filled,
  service,
  rounds,
  length,
  undo,
}: DownloadOptions): Promise<DownloadFigures> {
  const { path, key, headers } = await uploadTestFile(service, filled, length)
  // A fresh process: memory that an upload left free would hide what a download takes.
  const fresh = await startService({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
  undo.push(() => (fresh.signal('SIGTERM'), fresh.ended))
  await fetch(fresh.address + path, { method: 'HEAD', headers })
  const memory = watchMemory(fresh.pid)
  const nginx = hasNginx() ? await startNginxFront({ dataDir, databaseUrl, undo }) : undefined
  const figures: { node: number; sendfile: number; accel: number }[] = []
  for (let round = 0; round < rounds; round++)
    figures.push({
      node: await measureRate(fresh.port, path, headers, length),
      sendfile: nginx
        ? await measureRate(
            nginx.port,
            `/plain/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`,
            {},
            length,
          )
        : NaN,
      accel: nginx ? await measureRate(nginx.port, path, headers, length) : NaN,
    })
  const of = (figure: (round: (typeof figures)[number]) => number) => median(figures.map(figure))
  return {
    length,
    node: of(({ node }) => node),
    memoryGrowth: memory(),
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

/** Random bytes, so that nothing can compress them. */
async function uploadTestFile(
  { address, port }: TestService,
  { vendor: works, asset }: BenchFixtures,
  length: number,
) {
  const { call } = createClient({ baseUrl: `${address}/api`, credential: works, retry: false })
  const { _id } = await call(files.registerFile, { body: { name: 'master.bin', asset } })
  const path = `/api/files/${_id}/content`
  const headers = {
    authorization: `Basic ${Buffer.from(`${works.email}:token-${works.token}`).toString('base64')}`,
  }
  const chunk = randomBytes(CHUNK_SIZE)
  const chunks = function* () {
    for (let sent = 0; sent < length; sent += CHUNK_SIZE) yield chunk
  }
  const hash = createHash('sha256')
  for (const part of chunks()) hash.update(part)
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: Readable.toWeb(Readable.from(chunks())) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  const key = hash.digest('hex')
  if (!response.ok || ((await response.json()) as files.File).sha256 !== key)
    throw new Error(`The upload failed: ${response.status}`)
  return { path, key, headers }
}

async function startNginxFront({
  dataDir,
  databaseUrl,
  undo,
}: Pick<DownloadOptions, 'dataDir' | 'databaseUrl' | 'undo'>): Promise<Nginx> {
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

/** Reads into one buffer again and again, so that reading costs as little as possible. */
function measureRate(
  port: number,
  path: string,
  headers: Record<string, string>,
  length: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const state = { head: '', left: length, hasBody: false }
    const socket = connect({
      port,
      host: '127.0.0.1',
      onread: {
        buffer: Buffer.alloc(CHUNK_SIZE),
        callback: (count, buffer) => receive(buffer.subarray(0, count)),
      },
    })
    socket
      .on('error', reject)
      .on('close', () =>
        reject(new Error(`${path} ended ${state.left} bytes early: ${state.head.slice(0, 200)}`)),
      )
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    )

    function receive(bytes: Uint8Array): boolean {
      if (state.hasBody) state.left -= bytes.length
      else {
        state.head += Buffer.from(bytes).toString('latin1')
        const end = state.head.indexOf('\r\n\r\n')
        state.hasBody = end >= 0
        if (state.hasBody) state.left -= state.head.length - end - 4
      }
      if (state.left <= 0) {
        resolve(length / 1e6 / ((performance.now() - started) / 1000))
        socket.destroy()
      }
      return true
    }
  })
}

/** Polls the memory; the returned function stops and returns the largest growth. */
function watchMemory(pid: number): () => number {
  const before = memoryOf(pid)
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 20)
  return () => {
    clearInterval(timer)
    return peak - before
  }
}
