// npm run quickstart: follows docs/start.md from the clone to the first delivered version and
// prints the time of each step. The examples run as they are, in an empty folder; only the port
// differs, so that a running service is not disturbed.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { freePort } from '../api/src/kernel/db/embedded.ts'
import { readExamples } from './docs/examples.ts'

const ROOT = join(import.meta.dirname, '..')
const DOCUMENTED_ADDRESS = 'http://localhost:4000'
const START = 'npm start'

const page = readFileSync(join(ROOT, 'docs/start.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'reelay-quickstart-'))
// PostgreSQL does not run as root, and its user must be able to enter the folder.
chmodSync(folder, 0o755)
const port = await freePort()
const env = cleanEnvironment(folder, port)
const terminal = openTerminal(folder, env)
let service: ChildProcess | undefined
const startedAt = performance.now()
try {
  for (const { line, code } of readExamples(page)) {
    const step = performance.now()
    if (code.trim() === START) service = await startService(join(folder, 'reelay'), env)
    else await terminal.run(code.replaceAll(DOCUMENTED_ADDRESS, `http://localhost:${port}`))
    console.log(
      `${seconds(step).padStart(8)}  ${headingOf(page, line)}: ${code.trim().split('\n')[0]}`,
    )
  }
  console.log(`${seconds(startedAt).padStart(8)}  from the clone to the first delivered version`)
} finally {
  terminal.close()
  await stopService(service)
  rmSync(folder, { recursive: true, force: true })
}

/** An environment without this repository in its path, and without the present user's session. */
function cleanEnvironment(home: string, at: number): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_|REELAY_|INIT_CWD$)/.test(name),
  )
  const path = process.env.PATH!.split(':').filter((entry) => !entry.includes('node_modules'))
  mkdirSync(join(home, 'config'))
  return {
    ...Object.fromEntries(own),
    PATH: path.join(':'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'config'),
    REPOSITORY: ROOT,
    PORT: String(at),
  }
}

/** One shell for all blocks, because they share variables. */
function openTerminal(cwd: string, environment: NodeJS.ProcessEnv) {
  const shell = spawn('bash', ['-s'], {
    cwd,
    env: environment,
    stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
  })
  const done = createInterface({ input: shell.stdio[3] as Readable })[Symbol.asyncIterator]()
  shell.stdin!.write('set -eo pipefail\n')
  return {
    async run(code: string) {
      // The block must not read the following blocks as its input.
      shell.stdin!.write(`{\n${code}\n} </dev/null\necho done >&3\n`)
      if ((await done.next()).done) throw new Error(`This failed:\n${code}`)
    },
    close: () => shell.stdin!.end(),
  }
}

/** Resolves when the service is ready. */
async function startService(cwd: string, environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn('bash', ['-c', START], {
    cwd,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('Reelay serves')) continue
    child.stdout.resume()
    return child
  }
  throw new Error(`${START} exited before it was ready`)
}

async function stopService(child: ChildProcess | undefined) {
  if (!child || child.exitCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-child.pid!, 'SIGTERM')
  await ended
}

function headingOf(text: string, line: number): string {
  return text
    .split('\n')
    .slice(0, line)
    .findLast((text) => text.startsWith('## '))!
    .slice(3)
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
