// Uploads and downloads of many small files and of a large one with the CLI, while the command and
// the service are killed.
import { spawn } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { assets, files } from '@reelay/api/contract'
import { createClient } from '@reelay/client'
import { runScenario, type FaultFindings, type Installation } from './installation.ts'
import { startMeteringProxy } from './metering-proxy.ts'
import type { Scenario } from './scenario.ts'

/** The SHA-256 of each file. */
type Folder = { name: string; path: string; bytes: number; digests: Map<string, string> }
/** `share`: how much is done, from 0 to 1, measured outside the command. */
type Transfer = { words: string[]; port: number; share: () => number | Promise<number> }

const PROGRAM = fileURLToPath(new URL('../../cli/src/reelay.ts', import.meta.url))
const SMALL_BYTES = 20_000
const LARGE_BYTES = { short: 64 * 1024 ** 2, long: 1_000 * 1024 ** 2 }
const SMALL_FILES = { short: 100, long: 2_000 }

export const cliTransfers: Scenario = {
  name: 'interrupted CLI transfers',
  run(options) {
    const length = options.short ? 'short' : 'long'
    const found: FaultFindings[] = []
    return runScenario(options, () => ({
      clients: {},
      async inject(installation) {
        const small = await createFiles(installation, 'small', SMALL_FILES[length], SMALL_BYTES)
        const large = await createFiles(installation, 'large', 1, LARGE_BYTES[length])
        found.push(await upload(installation, small))
        found.push(await upload(installation, large))
        found.push(await download(installation, large))
        return 2 * found.length
      },
      check: async () => ({
        lost: found.reduce((sum, { lost = 0 }) => sum + lost, 0),
        failed: found.reduce((sum, { failed = 0 }) => sum + failed, 0),
        note: found.map(({ note }) => note).join('; '),
      }),
    }))
  },
}

async function createFiles({ folder }: Installation, name: string, many: number, length: number) {
  const path = join(folder, name)
  await mkdir(path)
  const digests = new Map<string, string>()
  for (let index = 0; index < many; index++) {
    const bytes = randomBytes(length)
    await writeFile(join(path, `${index}.bin`), bytes)
    digests.set(`${index}.bin`, hash('sha256', bytes))
  }
  return { name, path, bytes: many * length, digests }
}

const connect = ({ nodes, fixtures }: Installation) =>
  createClient({ baseUrl: `${nodes[0]!.address}/api`, credential: fixtures.admin })

async function upload(installation: Installation, folder: Folder): Promise<FaultFindings> {
  const { fixtures, nodes, log } = installation
  const { name, path, bytes, digests } = folder
  const client = connect(installation)
  const body = { name, project: fixtures.a.project._id, type: 'trailer' }
  const { slug } = await client.call(assets.createAsset, { body })
  const meter = await startMeteringProxy(nodes[0]!.port)
  const error = await runInterrupted(installation, {
    words: ['upload', path, '--asset', slug, '--json'],
    port: meter.port,
    share: () => meter.read().confirmed / bytes,
  })
  await meter.close()
  const stored = await Array.fromAsync(client.each(files.listFiles, { query: { asset: slug } }))
  const equal = stored.filter((file) => file.sha256 === digests.get(file.name)).length
  const { resent } = meter.read()
  log(`${name}: ${equal} of ${digests.size} uploaded, ${resent} confirmed bytes sent again`)
  return {
    lost: digests.size - equal,
    failed: [error !== undefined, stored.length > equal, resent > 0].filter(Boolean).length,
    note: `${name}: ${equal} of ${stored.length} equal, ${resent} bytes again ${error ?? ''}`,
  }
}

async function download(installation: Installation, { bytes, digests }: Folder) {
  const folder = join(installation.folder, 'downloads')
  await mkdir(folder)
  const { items } = await connect(installation).call(files.listFiles, { query: { asset: 'large' } })
  const error = await runInterrupted(installation, {
    words: ['download', items[0]!._id, '--to', folder, '--json'],
    port: installation.nodes[0]!.port,
    async share() {
      const [name] = await readdir(folder)
      return name ? (await stat(join(folder, name))).size / bytes : 0
    },
  })
  const [[name, digest]] = [...digests] as [[string, string]]
  const isEqual = hash('sha256', await readFile(join(folder, name))) === digest
  const note = `download ${isEqual ? 'equal' : 'DIFFERENT'} ${error ?? ''}`
  return { lost: isEqual ? 0 : 1, failed: error === undefined ? 0 : 1, note }
}

/** Kills the command after a third, and the service after two. Returns what the last run complained. */
async function runInterrupted(
  installation: Installation,
  { words, port, share }: Transfer,
): Promise<string | undefined> {
  const first = startCommand(installation, words, port)
  if (!(await reachesShare(share, 1 / 3, first))) return 'It ended before it could be killed'
  first.child.kill('SIGKILL')
  await first.exited
  const last = startCommand(installation, words, port)
  // What the first one sent last may be stored without being confirmed: then little is left to send.
  if (await reachesShare(share, 2 / 3, last)) await installation.restart(0, 'SIGKILL')
  const { code, errors } = await last.exited
  return code === 0 ? undefined : `exit code ${code}: ${errors}`
}

function startCommand({ folder, fixtures }: Installation, words: string[], port: number) {
  const { email, token } = fixtures.admin
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_STATE_HOME: folder,
      REELAY_ADDRESS: `http://127.0.0.1:${port}`,
      REELAY_EMAIL: email,
      REELAY_TOKEN: token,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = Promise.all([once(child, 'close'), text(child.stderr)])
  return { child, exited: ended.then(([[code], errors]) => ({ code: code as number, errors })) }
}

/** False if the command has ended before. */
async function reachesShare(
  share: Transfer['share'],
  minimum: number,
  { child }: ReturnType<typeof startCommand>,
): Promise<boolean> {
  while ((await share()) < minimum) {
    if (child.exitCode !== null) return false
    await sleep(5)
  }
  return true
}
