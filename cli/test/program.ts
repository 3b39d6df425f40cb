// The program as a person runs it: a process of its own, with a home of its own, against a real
// service on a port of its own.
import {
  fork,
  spawn,
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
} from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadFixtures, type TestRole, type Fixtures } from '../../api/test/fixtures.ts'

const PROGRAM = fileURLToPath(new URL('../src/reelay.ts', import.meta.url))
const TYPIST = fileURLToPath(new URL('typist.ts', import.meta.url))

type Env = Record<string, string>
export type Ended = { code: number; out: string; err: string }
export type Desk = Fixtures & {
  address: string
  home: string
  credentialsPath: string
  /** Runs the program with these words, and answers its questions with these lines. */
  reelay: (words: string[], answers?: string[], env?: Env) => Promise<Ended>
  /** The same, for what goes on until it is told to end. */
  start: (words: string[], env?: Env) => ChildProcessWithoutNullStreams
  /** The same in a process that has run before, for what is asked nothing. */
  typed: (...words: string[]) => Promise<Ended>
}

export async function desk(t: TestContext): Promise<Desk> {
  const house = await loadFixtures(t)
  const address = await house.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const home = await mkdtemp(join(tmpdir(), 'reelay-home-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CACHE_HOME: join(tmpdir(), 'reelay-test-cache'),
    TZ: 'UTC',
  }
  const start: Desk['start'] = (words, more = {}) =>
    spawn(process.execPath, [PROGRAM, ...words], {
      env: { PATH: process.env.PATH, ...env, ...more },
      stdio: 'pipe',
    })
  return {
    ...house,
    address,
    home,
    credentialsPath: join(home, 'reelay', 'credentials.json'),
    start,
    reelay: (words, answers = [], more = {}) => ended(start(words, more), answers),
    typed: (...words) => type(words, env),
  }
}

/** Signed in as the studio's own person, or as another of studio A. */
export async function signedInDesk(t: TestContext, as: TestRole = 'studio'): Promise<Desk> {
  const here = await desk(t)
  await signInAs(here, as)
  return here
}

export async function signInAs({ credentialsPath, address, a }: Desk, as: TestRole): Promise<void> {
  const { email, token } = a.people[as]
  await mkdir(dirname(credentialsPath), { recursive: true })
  await writeFile(credentialsPath, JSON.stringify({ address, email, token }))
}

function ended(child: ChildProcessWithoutNullStreams, answers: string[]): Promise<Ended> {
  const end: Ended = { code: -1, out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (end.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (end.err += text))
  child.stdin.end(answers.map((answer) => `${answer}\n`).join(''))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...end, code: code ?? -1 }))
  })
}

let typist: ChildProcess | undefined
let before: Promise<unknown> = Promise.resolve()

/** One after the other, because they share a process. It leaves when nobody is there to ask it. */
export function type(words: string[], env: Env = {}): Promise<Ended> {
  typist ??= hire()
  const answer = before.then(async () => {
    const told = once(typist!, 'message')
    typist!.send({ words, env })
    const [end] = (await told) as [Ended]
    return end
  })
  before = answer
  return answer
}

function hire(): ChildProcess {
  const child = fork(TYPIST, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.unref()
  child.channel!.unref()
  return child
}
