// A command of the terminal program that is killed in the middle and given again, and whose service
// is killed in the middle of that.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../cli/src/reelay.ts', import.meta.url))

/** `share`: how much is done, from 0 to 1, as somebody else than the command sees it. */
type Trouble = {
  words: string[]
  env: Record<string, string>
  share: () => number | Promise<number>
  killCommandAt: number
  killServiceAt?: number
  restartService?: () => Promise<void>
}
/**
 * `seconds` of all commands together; of the last, what it held of memory at most in MB and took of
 * the processor in seconds.
 */
export type Ended = {
  code: number | null
  seconds: number
  peak: number
  cpu: number
  out: string
  err: string
}

export async function brokenOff({
  words,
  env,
  share,
  killCommandAt,
  killServiceAt,
  restartService,
}: Trouble): Promise<Ended> {
  const began = performance.now()
  const killed = start(words, env)
  await until(share, killCommandAt, killed.ended)
  killed.child.kill('SIGKILL')
  await killed.ended

  const last = start(words, env)
  if (killServiceAt !== undefined) {
    await until(share, killServiceAt, last.ended)
    await restartService!()
  }
  const { code, ...said } = await last.ended
  return { code, seconds: (performance.now() - began) / 1000, ...said }
}

/** The same without trouble. */
export async function undisturbed(words: string[], env: Record<string, string>): Promise<Ended> {
  const began = performance.now()
  const ended = await start(words, env).ended
  return { ...ended, seconds: (performance.now() - began) / 1000 }
}

function start(words: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', USAGE, PROGRAM, ...words], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '', peak: 0, cpu: 0 }
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (said.out += text))
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (said.err += text))
  child.stdio[3]!.on('data', (text: Buffer) => Object.assign(said, JSON.parse(text.toString())))
  return {
    child,
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, ...said })),
  }
}

/** Says at its end, to whoever started it, what it took. */
const USAGE = `data:text/javascript,${encodeURIComponent(`import { writeSync } from 'node:fs'
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  writeSync(3, JSON.stringify({ peak: Math.round(maxRSS / 1024), cpu: (userCPUTime + systemCPUTime) / 1e6 }))
})`)}`

async function until(share: Trouble['share'], wanted: number, ended: Promise<{ err: string }>) {
  const early = ended.then(({ err }) => {
    throw new Error(`It ended before it could be killed: ${err}`)
  })
  while ((await Promise.race([share(), early])) < wanted) await sleep(5)
  early.catch(() => {})
}
