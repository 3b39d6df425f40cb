// The program as a person runs it: a process of its own, with a home of its own, against a real service on a port of its own.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { world, type Role, type World } from '../../api/test/world.ts'

const PROGRAM = fileURLToPath(new URL('../src/reelay.ts', import.meta.url))

type Ended = { code: number; out: string; err: string }
type Desk = World & {
  address: string
  credentialsPath: string
  /** Runs the program with these words, and answers its questions with these lines. */
  reelay: (words: string[], answers?: string[], env?: Env) => Promise<Ended>
  /** The same, for what goes on until it is told to end. */
  start: (words: string[], env?: Env) => ChildProcessWithoutNullStreams
}
type Env = Record<string, string>

export async function desk(t: TestContext): Promise<Desk> {
  const house = await world(t)
  const address = await house.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const home = await mkdtemp(join(tmpdir(), 'reelay-home-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  return { ...house, address, credentialsPath: join(home, 'reelay', 'credentials.json'), reelay: (words, answers = [], env = {}) => ended(start(words, env), answers), start }

  function start(words: string[], env: Env = {}) {
    return spawn(process.execPath, [PROGRAM, ...words], { env: { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, TZ: 'UTC', ...env }, stdio: 'pipe' })
  }
}

/** Signed in as the studio's own person, or as another of studio A. */
export async function signedInDesk(t: TestContext, as: Role = 'studio'): Promise<Desk> {
  const here = await desk(t)
  const { email, token } = here.a.people[as]
  await mkdir(dirname(here.credentialsPath), { recursive: true })
  await writeFile(here.credentialsPath, JSON.stringify({ address: here.address, email, token }))
  return here
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
