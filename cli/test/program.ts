// The program as a person runs it: a process of its own, with a home of its own, against a real service on a port of its own.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { world, type World } from '../../api/test/world.ts'

const PROGRAM = fileURLToPath(new URL('../src/reelay.ts', import.meta.url))

type Ended = { code: number; out: string; err: string }
type Desk = World & {
  address: string
  credentialsPath: string
  /** Runs the program with these words, and answers its questions with these lines. */
  reelay: (words: string[], answers?: string[], env?: Record<string, string>) => Promise<Ended>
}

export async function desk(t: TestContext): Promise<Desk> {
  const house = await world(t)
  const address = await house.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const home = await mkdtemp(join(tmpdir(), 'reelay-home-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  return { ...house, address, credentialsPath: join(home, 'reelay', 'credentials.json'), reelay: (words, answers = [], env = {}) => run(words, answers, home, env) }
}

function run(words: string[], answers: string[], home: string, env: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, [PROGRAM, ...words], { env: { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, TZ: 'UTC', ...env }, stdio: 'pipe' })
  const ended: Ended = { code: -1, out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.err += text))
  child.stdin.end(answers.map((answer) => `${answer}\n`).join(''))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...ended, code: code ?? -1 }))
  })
}
