// npm run newcomer: how long docs/start.md takes somebody who follows it and nothing else, from the
// clone to the first delivered version.
// Its blocks are run as they are written, in order, in an empty folder; only the port is another,
// so that nobody's own service is disturbed.
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
const WRITTEN = 'http://localhost:4000'
const START = 'npm start'

const page = readFileSync(join(ROOT, 'docs/start.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'reelay-newcomer-'))
// PostgreSQL does not run as root, and whoever it runs as must come by.
chmodSync(folder, 0o755)
const port = await freePort()
const env = newcomersEnvironment(folder, port)
const typing = openTerminal(folder, env)
let service: ChildProcess | undefined
const began = performance.now()
try {
  for (const { line, code } of readExamples(page)) {
    const step = performance.now()
    if (code.trim() === START) service = await startService(join(folder, 'reelay'), env)
    else await typing.run(code.replaceAll(WRITTEN, `http://localhost:${port}`))
    console.log(
      `${seconds(step).padStart(8)}  ${headingOf(page, line)}: ${code.trim().split('\n')[0]}`,
    )
  }
  console.log(`${seconds(began).padStart(8)}  from the clone to the first delivered version`)
} finally {
  typing.close()
  await stopService(service)
  rmSync(folder, { recursive: true, force: true })
}

/**
 * That of somebody who has cloned nothing yet: nothing of this repository is in the path, and what
 * is signed in here stays as it is.
 */
function newcomersEnvironment(home: string, at: number): NodeJS.ProcessEnv {
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

/** One shell for all blocks, since a later one knows what an earlier one set. */
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
      // What a block starts must not read the blocks that follow as its answers.
      shell.stdin!.write(`{\n${code}\n} </dev/null\necho done >&3\n`)
      if ((await done.next()).done) throw new Error(`This failed:\n${code}`)
    },
    close: () => shell.stdin!.end(),
  }
}

/** In a terminal of its own, until it says that it serves. */
async function startService(cwd: string, environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn('bash', ['-c', START], {
    cwd,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  for await (const said of createInterface({ input: child.stdout })) {
    if (!said.startsWith('Reelay serves')) continue
    child.stdout.resume()
    return child
  }
  throw new Error(`${START} ended before it served`)
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
    .findLast((one) => one.startsWith('## '))!
    .slice(3)
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
