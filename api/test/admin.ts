// Runs `reelay admin` as a process of its own, which a test can kill.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { DoctorFinding } from '../src/operations/finding.ts'

const PROGRAM = fileURLToPath(new URL('../src/admin.ts', import.meta.url))

export type AdminResult = {
  done: Record<string, string | number>
  findings: DoctorFinding[]
  refused?: string
}

export async function runAdmin(args: string[], env: Record<string, string>): Promise<AdminResult> {
  const { result } = startAdmin(args, env)
  return result
}

export function startAdmin(
  args: string[],
  env: Record<string, string>,
): { result: Promise<AdminResult>; kill: () => Promise<void> } {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const result = text(child.stdout).then((output) => JSON.parse(output) as AdminResult)
  return {
    result,
    async kill() {
      // A killed process prints nothing.
      result.catch(() => {})
      child.kill('SIGKILL')
      await ended
    },
  }
}
