// Runs commands without prompts in one shared process (worker.ts). It does not start a service.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url))

export type CommandResult = { code: number; out: string; err: string }

let worker: ChildProcess | undefined
let previous: Promise<unknown> = Promise.resolve()

/** Commands run one after the other, because they share a process. */
export function runInWorker(
  words: string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  worker ??= startWorker()
  const result = previous.then(async () => {
    const message = once(worker!, 'message')
    worker!.send({ words, env })
    const [sent] = (await message) as [CommandResult]
    return sent
  })
  previous = result
  return result
}

/** Unreferenced, so that it does not keep the test process alive. */
function startWorker(): ChildProcess {
  const child = fork(WORKER, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.unref()
  child.channel!.unref()
  return child
}
