// Runs a CLI command that is killed in the middle and started again, while its service is killed
// too.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../cli/src/reelay.ts', import.meta.url))

/** `share`: how much is done, from 0 to 1, measured outside the command. */
type Interruption = {
  words: string[]
  env: Record<string, string>
  share: () => number | Promise<number>
  killCommandAt: number
  killServiceAt?: number
  restartService?: () => Promise<void>
}
/**
 * `seconds`: all runs together. `peak` (memory in MB) and `cpu` (seconds): the last run.
 */
export type CommandRun = {
  code: number | null
  seconds: number
  peak: number
  cpu: number
  out: string
  err: string
}

export async function runInterrupted({
  words,
  env,
  share,
  killCommandAt,
  killServiceAt,
  restartService,
}: Interruption): Promise<CommandRun> {
  const startedAt = performance.now()
  const first = start(words, env)
  await waitForShare(share, killCommandAt, first.exited)
  first.child.kill('SIGKILL')
  await first.exited

  const last = start(words, env)
  if (killServiceAt !== undefined) {
    await waitForShare(share, killServiceAt, last.exited)
    await restartService!()
  }
  const { code, ...output } = await last.exited
  return { code, seconds: (performance.now() - startedAt) / 1000, ...output }
}

/** Runs a command without interruptions. */
export async function runUndisturbed(
  words: string[],
  env: Record<string, string>,
): Promise<CommandRun> {
  const startedAt = performance.now()
  const run = await start(words, env).exited
  return { ...run, seconds: (performance.now() - startedAt) / 1000 }
}

function start(words: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', USAGE, PROGRAM, ...words], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '', peak: 0, cpu: 0 }
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (output.out += text))
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (output.err += text))
  child.stdio[3]!.on('data', (text: Buffer) => Object.assign(output, JSON.parse(text.toString())))
  return {
    child,
    exited: once(child, 'close').then(([code]) => ({ code: code as number | null, ...output })),
  }
}

/** A module that reports the resource usage on exit, through the file descriptor 3. */
const USAGE = `data:text/javascript,${encodeURIComponent(`import { writeSync } from 'node:fs'
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  writeSync(3, JSON.stringify({ peak: Math.round(maxRSS / 1024), cpu: (userCPUTime + systemCPUTime) / 1e6 }))
})`)}`

async function waitForShare(
  share: Interruption['share'],
  minimum: number,
  exited: Promise<{ err: string }>,
) {
  const exitedEarly = exited.then(({ err }) => {
    throw new Error(`It exited before it could be killed: ${err}`)
  })
  while ((await Promise.race([share(), exitedEarly])) < minimum) await sleep(5)
  exitedEarly.catch(() => {})
}
