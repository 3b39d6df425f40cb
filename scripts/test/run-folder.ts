// The folder of a test run. Everything that its tests write to the temporary folder is in it, and
// every process that they start has it in its environment, so nothing is left behind.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

export type RunFolder = {
  path: string
  /** For the statements that the tests send. */
  statements: string
  env: Record<string, string>
  remove: () => string[]
}

/** A whole run needs half of it. */
const MIN_FREE_BYTES = 2 * 1024 ** 3

export function createRunFolder(): RunFolder {
  requireSpace(tmpdir())
  const path = mkdtempSync(join(tmpdir(), 'reelay-tests-'))
  // As the system's own, because PostgreSQL and codecs run as other users if root runs the tests.
  chmodSync(path, 0o1777)
  const name = basename(path)
  const statements = join(path, 'statements')
  mkdirSync(statements)
  return {
    path,
    statements,
    env: { TMPDIR: path, TEST_RUN: name, TEST_STATEMENTS: statements },
    /** Returns the commands of the processes that it had to end. */
    remove() {
      const left = findProcesses(`TEST_RUN=${name}`)
      for (const { pid } of left) endProcess(pid)
      rmSync(path, { recursive: true, force: true, maxRetries: 5 })
      return left.map(({ command }) => command)
    },
  }
}

function requireSpace(folder: string) {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < MIN_FREE_BYTES)
    throw new Error(
      `${folder} has ${Math.floor((bavail * bsize) / 1024 ** 2)} MB free, and the tests need 2 GB. Free some space, or set TMPDIR to a folder on another disk.`,
    )
}

/** Only Linux shows the environment of other processes. */
function findProcesses(variable: string): { pid: number; command: string }[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => readProcess(name, 'environ').split('\0').includes(variable))
    .map((name) => ({
      pid: Number(name),
      command: readProcess(name, 'cmdline').replaceAll('\0', ' ').trim(),
    }))
}

/** Empty for a process that has ended or belongs to another user. */
function readProcess(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

function endProcess(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
