// The service as a process of its own, as `npm start` runs it.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../src/kernel/db/embedded.ts'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** The command of `npm start`, after the build. */
export const START = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start
const SECONDS_TO_START = 120
export const ADMIN = { email: 'admin@example.com', password: 'Correct-horse-battery-9' }

export type TestService = {
  port: number
  pid: number
  address: string
  signal: (name: NodeJS.Signals) => void
  /** The exit code, or the signal that ended the process. */
  ended: Promise<number | string>
  /** Resolves when the process has ended. SIGKILL is for a crash. */
  stop: (name?: NodeJS.Signals) => Promise<void>
}

/** `output` is a file descriptor for the log. */
export async function startService(
  env: Record<string, string>,
  fixedPort?: number,
  output: number | 'ignore' = 'ignore',
): Promise<TestService> {
  const port = fixedPort ?? (await freePort())
  const settings = {
    HOST: '127.0.0.1',
    PORT: String(port),
    DEMO: '0',
    LOG_LEVEL: 'error',
    // The tests make their own media, and also run where codecs cannot be isolated.
    ALLOW_UNSANDBOXED_MEDIA: '1',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...env,
  }
  const child = spawn('sh', ['-c', START], {
    cwd: ROOT,
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, ...settings },
    stdio: ['ignore', output, 'inherit'],
  })
  const ended = new Promise<number | string>((resolve) =>
    child.on('exit', (code, signal) => resolve(code ?? signal!)),
  )
  const address = `http://127.0.0.1:${port}`
  await waitUntilReady(address, ended)
  const signal = (name: NodeJS.Signals) => void child.kill(name)
  const stop = async (name: NodeJS.Signals = 'SIGTERM') => {
    signal(name)
    await ended
  }
  return { port, pid: child.pid!, address, signal, ended, stop }
}

async function waitUntilReady(address: string, ended: Promise<number | string>) {
  const end = Date.now() + SECONDS_TO_START * 1000
  const died = ended.then((reason) => {
    throw new Error(`The service ended before it was ready: ${reason}`)
  })
  while (!(await Promise.race([died, isReady(address)]))) {
    if (Date.now() > end) throw new Error(`The service was not ready within ${SECONDS_TO_START} s`)
    await sleep(50)
  }
}

const isReady = (address: string) =>
  fetch(`${address}/readyz`).then(
    (response) => response.ok,
    () => false,
  )

/** The process id of the embedded PostgreSQL of a data folder. */
export const readPostmasterPid = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
