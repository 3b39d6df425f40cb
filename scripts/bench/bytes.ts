// Uploads and downloads of one large file with curl: compared in turns with the file store of
// @tus/server, which neither syncs nor hashes, and with what nginx reaches.
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { files } from '@reelay/api/contract'
import { hasNginx, startNginx } from '../../api/test/nginx.ts'
import { digits, formatTable, median, type FigureColumn } from '../tools/figures.ts'
import { send, type Connection } from '../tools/send.ts'
import { memoryOf, startMeter, watchMemory } from '../tools/usage.ts'
import type { BenchContext, BenchReport } from './context.ts'
import { authorizationOf } from './fixtures.ts'

/** `pid`: the process whose CPU time counts. `prepare` returns the arguments of curl. */
type Transfer = { name: string; pid: number; prepare: () => Promise<string[]> }
type Figures = { megabytesPerSecond: number; cpu: number }
type Film = { path: string; length: number }

const ROUNDS = 3
const GIBIBYTE = 1024 ** 3
const TUS = { 'tus-resumable': '1.0.0' }

const COLUMNS: FigureColumn<{ name: string } & Figures>[] = [
  ['transfer', ({ name }) => name],
  ['MB/s', ({ megabytesPerSecond }) => digits(megabytesPerSecond)],
  ['CPU s/GiB in Node', ({ cpu }) => digits(cpu)],
]

export async function measureBytes(context: BenchContext): Promise<BenchReport> {
  const { dataDir, quick, start } = context
  const film = { path: join(dataDir, 'bench.bin'), length: quick ? GIBIBYTE / 4 : GIBIBYTE }
  writeFileSync(film.path, '')
  truncateSync(film.path, film.length)
  const uploads = [await prepareStockUpload(context, film), prepareUpload(context, film)]
  const rows = await measureInTurns(context, uploads, film)
  // A new process: memory that an upload left free would hide what a download takes.
  const { pid, port } = await start()
  const downloads = await prepareDownloads(context, port, pid)
  const before = memoryOf(pid)
  const stopWatching = watchMemory(pid)
  rows.push(...(await measureInTurns(context, downloads, film)))
  const growth = stopWatching() - before
  rmSync(film.path)
  const note = `Memory grew by ${digits(growth)} MB at most during downloads. ${hasNginx() ? '' : 'nginx is not installed.'}`
  return { rows, text: `${formatTable(COLUMNS, rows)}\n\n${note}` }
}

async function measureInTurns(
  { postmaster, log }: BenchContext,
  transfers: Transfer[],
  { length }: Film,
) {
  const rounds: Figures[][] = []
  for (let round = 1; round <= ROUNDS; round++) {
    log(`Round ${round} of ${ROUNDS}`)
    const figures: Figures[] = []
    for (const { pid, prepare } of transfers) {
      const words = await prepare()
      const readMeter = startMeter(pid, postmaster)
      const megabytesPerSecond = length / 1e6 / (await runCurl(words))
      figures.push({
        megabytesPerSecond,
        cpu: (readMeter().service / 1000 / length) * GIBIBYTE,
      })
    }
    rounds.push(figures)
  }
  return transfers.map(({ name }, index) => ({
    name,
    megabytesPerSecond: median(rounds.map((round) => round[index]!.megabytesPerSecond)),
    cpu: median(rounds.map((round) => round[index]!.cpu)),
  }))
}

/** Returns the seconds. */
async function runCurl(words: string[]): Promise<number> {
  const silently = ['-sS', '-o', '/dev/null', '-w', '%{http_code} %{time_total}']
  const { stdout } = await promisify(execFile)('curl', [...silently, ...words])
  const [status, seconds] = stdout.split(' ')
  if (!status!.startsWith('2')) throw new Error(`curl ${words.at(-1)} got ${status}`)
  return Number(seconds)
}

const headerWords = (headers: Record<string, string>) =>
  Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])

/** Begins an upload, and returns how curl sends it. */
async function beginUpload(connection: Connection, { path, length }: Film, file: string) {
  const { status, headers } = await send(connection, '/api/uploads', {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(length), 'upload-metadata': `file ${btoa(file)}` },
  })
  if (status !== 201) throw new Error(`The upload was refused with ${status}`)
  const sent = headerWords({
    ...TUS,
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    ...(connection.authorization && { authorization: connection.authorization }),
  })
  const address = `http://127.0.0.1:${connection.port}${headers.location!}`
  return ['-X', 'PATCH', '-T', path, '-H', 'Expect:', ...sent, address]
}

function prepareUpload({ service, side }: BenchContext, film: Film): Transfer {
  const { vendor } = side.people
  const connection = { port: service.port, authorization: authorizationOf(vendor) }
  return {
    name: 'upload, synced and hashed',
    pid: service.pid,
    async prepare() {
      const body = { name: 'bench.bin', asset: side.asset._id }
      return beginUpload(connection, film, (await vendor.call(files.registerFile, { body }))._id)
    },
  }
}

async function prepareStockUpload({ dataDir, cleanUp }: BenchContext, film: Film) {
  const folder = join(dataDir, 'stock')
  mkdirSync(folder)
  const child = fork(fileURLToPath(new URL('stock-tus-server.ts', import.meta.url)), [folder])
  cleanUp(() => child.kill())
  const [port] = (await once(child, 'message')) as [number]
  const prepare = () => beginUpload({ port }, film, 'none')
  return { name: 'upload, @tus/server with its store', pid: child.pid!, prepare }
}

async function prepareDownloads(
  { dataDir, side, start, cleanUp }: BenchContext,
  port: number,
  pid: number,
): Promise<Transfer[]> {
  const { vendor } = side.people
  const { items } = await vendor.call(files.listFiles, { query: { asset: side.asset._id } })
  const { _id, sha256 } = items.find((file) => file.name === 'bench.bin' && file.sha256)!
  const authorization = headerWords({ authorization: authorizationOf(vendor) })
  const from = (at: number) => async () => [
    ...authorization,
    `http://127.0.0.1:${at}/api/files/${_id}/content`,
  ]
  const node = { name: 'download from Node', pid, prepare: from(port) }
  if (!hasNginx()) return [node]
  const behind = await start({ X_ACCEL: '/internal/', TRUST_PROXY: '127.0.0.1' })
  const nginx = await startNginx({
    servicePort: behind.port,
    dataDir,
    more: `  location /plain/ { alias ${dataDir}/objects/; sendfile on; tcp_nopush on; }`,
  })
  cleanUp(nginx.stop)
  const object = `/plain/${sha256!.slice(0, 2)}/${sha256!.slice(2, 4)}/${sha256!}`
  const alone = async () => [`http://127.0.0.1:${nginx.port}${object}`]
  return [
    node,
    { name: 'download, nginx with X_ACCEL', pid: behind.pid, prepare: from(nginx.port) },
    { name: 'download, nginx alone', pid: 0, prepare: alone },
  ]
}
