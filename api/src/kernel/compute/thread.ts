// Runs tasks in a worker thread, one at a time.
import { parentPort } from 'node:worker_threads'
import { Problem } from '../http/contract/problem.ts'
import type { TaskCall, TaskReply } from './task.ts'
import { lowerThreadPriority } from './thread-priority.ts'

lowerThreadPriority()

parentPort!.on('message', (call: TaskCall) => void answer(call))

async function answer(call: TaskCall) {
  const reply = await execute(call)
  parentPort!.postMessage(reply, 'output' in reply ? ownBuffers(reply.output) : [])
}

async function execute({ module, name, input }: TaskCall): Promise<TaskReply> {
  try {
    const { [name]: work } = await import(module)
    return { output: await work(input) }
  } catch (error) {
    if (!(error instanceof Problem)) return { error: error as Error }
    const { status, code, message, more, headers } = error
    return { problem: { status, code, message, more, headers } }
  }
}

/** Buffers that are moved instead of copied: byte arrays of the output that fill their memory. */
function ownBuffers(output: unknown): ArrayBuffer[] {
  const values: unknown[] = output instanceof Uint8Array ? [output] : Object.values(output ?? {})
  // Also those of an array of byte arrays.
  return values
    .flat()
    .flatMap((value) =>
      value instanceof Uint8Array &&
      value.buffer instanceof ArrayBuffer &&
      value.byteLength === value.buffer.byteLength
        ? [value.buffer]
        : [],
    )
}
