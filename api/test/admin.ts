// The program of who runs an installation, as `reelay admin` starts it: a process of its own, which
// can be killed.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Finding } from '../src/operations/finding.ts'

const PROGRAM = fileURLToPath(new URL('../src/admin.ts', import.meta.url))

export type AdminResult = {
  done: Record<string, string | number>
  findings: Finding[]
  refused?: string
}

export async function runAdmin(words: string[], env: Record<string, string>): Promise<AdminResult> {
  const { answer } = startAdmin(words, env)
  return answer
}

export function startAdmin(
  words: string[],
  env: Record<string, string>,
): { answer: Promise<AdminResult>; kill: () => Promise<void> } {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const answer = text(child.stdout).then((said) => JSON.parse(said) as AdminResult)
  return {
    answer,
    async kill() {
      answer.catch(() => {
        /* It has not said anything, and should not have. */
      })
      child.kill('SIGKILL')
      await ended
    },
  }
}
