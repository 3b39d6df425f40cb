// node scripts/stress/archive.ts [--size 20]: sends a share of this many GiB as one ZIP to curl, and
// prints the speed and the memory of the process. The files are sparse, so the disk needs no space.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRequire } from 'node:module'
import { sendChunks } from '../../api/src/kernel/http/send-file.ts'
import { localStorage } from '../../api/src/kernel/storage/local.ts'
import { archiveBytes } from '../../api/src/downloads/routes/archive-bytes.ts'
import { archiveOf } from '../../api/src/downloads/rules/archive.ts'

const { values } = parseArgs({ options: { size: { type: 'string', default: '20' } } })
const GIBIBYTE = 1024 ** 3
const MEBIBYTE = 1024 ** 2
const FILES = 4
const size = Number(values.size)
type Reply = Parameters<typeof sendChunks>[0]
/** The package belongs to the service. */
const fastify = createRequire(new URL('../../api/package.json', import.meta.url))(
  'fastify',
) as () => {
  get: (path: string, handler: (request: unknown, reply: Reply) => unknown) => void
  listen: (options: { port: number }) => Promise<string>
  close: () => Promise<void>
}
const folder = await mkdtemp(join(tmpdir(), 'reelay-archive-'))

try {
  const storage = localStorage(folder)
  const keys = Array.from({ length: FILES }, (_none, index) => String(index).repeat(64))
  for (const key of keys) await createSparse(join(folder, storage.pathOf!(key)))
  const layout = archiveOf(
    keys.map((key) => ({ name: `${key[0]}.mxf`, key, length: (size * GIBIBYTE) / FILES })),
    1_800_000_000,
  )
  const app = fastify()
  app.get('/', (_request, reply) => {
    void reply.header('content-length', layout.length)
    const reader = { storage, checksums: new Map<number, number>(), onChecksum: async () => {} }
    const whole = { start: 0, end: layout.length - 1 }
    return sendChunks(reply, archiveBytes(layout, whole, reader), new AbortController().signal)
  })
  const address = await app.listen({ port: 0 })
  await measure(address, layout.length)
  await app.close()
} finally {
  await rm(folder, { recursive: true })
}

async function createSparse(path: string) {
  await mkdir(dirname(path), { recursive: true })
  await using file = await open(path, 'w')
  await file.truncate((size * GIBIBYTE) / FILES)
}

async function measure(address: string, length: number) {
  const seen: number[] = []
  const timer = setInterval(() => seen.push(process.memoryUsage.rss() / MEBIBYTE), 500)
  const started = performance.now()
  const curl = spawn('curl', ['-s', '-o', '/dev/null', '-w', '%{size_download}', address])
  const output = curl.stdout.toArray()
  await once(curl, 'close')
  clearInterval(timer)
  const seconds = (performance.now() - started) / 1000
  const received = Number(Buffer.concat((await output) as Buffer[]).toString())
  if (received !== length) throw new Error(`curl received ${received} bytes of ${length}`)
  const half = Math.floor(seen.length / 2)
  console.log(`${(length / GIBIBYTE).toFixed(2)} GiB in ${seconds.toFixed(1)} s`)
  console.log(`${Math.round(length / MEBIBYTE / seconds)} MiB/s`)
  console.log(
    `memory: at most ${Math.round(Math.max(...seen.slice(0, half)))} MiB in the first half, ` +
      `${Math.round(Math.max(...seen.slice(half)))} MiB in the second`,
  )
}
