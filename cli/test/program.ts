// Runs the CLI against a real service, in its own process and with its own home folder.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { loadFixtures, type Fixtures, type TestRole } from '../../api/test/fixtures.ts'
import { runInWorker, type CommandResult } from './run-in-worker.ts'

/** Bundled by `npm test`: from its sources, a command takes three times the CPU time. */
const PROGRAM = process.env.TEST_CLI

type Env = Record<string, string>
export type CliTestApp = Fixtures & {
  address: string
  home: string
  credentialsPath: string
  /** Runs a command in its own process and answers its prompts. */
  reelay: (words: string[], answers?: string[], env?: Env) => Promise<CommandResult>
  /** Starts a command that runs until it is stopped. */
  start: (words: string[], env?: Env) => ChildProcessWithoutNullStreams
  /** Runs a command without prompts in a shared process, which is much faster. */
  runCommand: (...words: string[]) => Promise<CommandResult>
}

export async function setupCli(t: TestContext): Promise<CliTestApp> {
  const fixtures = await loadFixtures(t)
  const address = await fixtures.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const home = await mkdtemp(join(tmpdir(), 'reelay-home-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CACHE_HOME: join(tmpdir(), 'reelay-test-cache'),
    TZ: 'UTC',
  }
  if (!PROGRAM) throw new Error('TEST_CLI is not set: run the tests with npm test')
  const start: CliTestApp['start'] = (words, extraEnv = {}) =>
    spawn(process.execPath, [PROGRAM, ...words], {
      env: { PATH: process.env.PATH, ...env, ...extraEnv },
      stdio: 'pipe',
    })
  return {
    ...fixtures,
    address,
    home,
    credentialsPath: join(home, 'reelay', 'credentials.json'),
    start,
    reelay: (words, answers = [], extraEnv = {}) => resultOf(start(words, extraEnv), answers),
    runCommand: (...words) => runInWorker(words, env),
  }
}

/** Signs in as a user of studio A. */
export async function setupSignedInCli(
  t: TestContext,
  role: TestRole = 'studio',
): Promise<CliTestApp> {
  const app = await setupCli(t)
  await signInAs(app, role)
  return app
}

export async function signInAs(
  { credentialsPath, address, a }: CliTestApp,
  role: TestRole,
): Promise<void> {
  const { email, token } = a.people[role]
  await mkdir(dirname(credentialsPath), { recursive: true })
  await writeFile(credentialsPath, JSON.stringify({ address, email, token }))
}

function resultOf(
  child: ChildProcessWithoutNullStreams,
  answers: string[],
): Promise<CommandResult> {
  const result: CommandResult = { code: -1, out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (result.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (result.err += text))
  child.stdin.end(answers.map((answer) => `${answer}\n`).join(''))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...result, code: code ?? -1 }))
  })
}
