// Digests are computed in worker threads. On the main thread, MD5 alone would take two of every four
// milliseconds of a fast upload.
import { Worker } from 'node:worker_threads'
import type { Digests } from './storage.ts'

export type Digester = {
  /** The bytes must be in shared memory and stay unchanged until this resolves. */
  update: (chunk: Buffer) => Promise<void>
  digests: () => Promise<Digests>
  end: () => void
}
export type DigestOptions = { md5: boolean }
export type Hashing = {
  createDigester: (options: DigestOptions) => Digester
  stop: () => Promise<void>
}
export type HashCommand = {
  digester: number
  call: number
  do: 'update' | 'digest' | 'end'
  algorithm: Algorithm
  memory?: ArrayBufferLike
  offset?: number
  length?: number
}
export type HashReply = { call: number; digest?: string }
type Algorithm = keyof Digests

/** One thread per algorithm, so that an upload waits for the slower one and not for both. */
export function startHashing(): Hashing {
  const threads: Partial<Record<Algorithm, HashThread>> = {}
  const threadFor = (algorithm: Algorithm) => {
    if (!threads[algorithm]?.isAlive()) threads[algorithm] = startThread()
    return threads[algorithm]
  }
  let created = 0

  return {
    createDigester: ({ md5 }) =>
      createDigester(created++, threadFor('sha256'), md5 ? threadFor('md5') : undefined),
    stop: async () =>
      void (await Promise.all(Object.values(threads).map((thread) => thread.stop()))),
  }
}

/** Stays with its threads: another thread would not know the bytes before. */
function createDigester(
  digester: number,
  sha256: HashThread,
  md5: HashThread | undefined,
): Digester {
  const callAll = (command: Pick<HashCommand, 'do' | 'memory' | 'offset' | 'length'>) =>
    Promise.all([
      sha256.call({ digester, algorithm: 'sha256', ...command }),
      md5?.call({ digester, algorithm: 'md5', ...command }),
    ])
  return {
    async update(chunk) {
      await callAll({
        do: 'update',
        memory: chunk.buffer,
        offset: chunk.byteOffset,
        length: chunk.length,
      })
    },
    async digests() {
      const [first, second] = await callAll({ do: 'digest' })
      return { sha256: first.digest!, md5: second?.digest ?? null }
    },
    // Nobody waits for this. If the threads have ended, so has the digester.
    end: () => void callAll({ do: 'end' }).catch(() => {}),
  }
}

type HashThread = ReturnType<typeof startThread>
type PendingCall = { resolve: (reply: HashReply) => void; reject: (error: Error) => void }

function startThread() {
  const worker = new Worker(new URL('./hashing-thread.ts', import.meta.url))
  worker.unref()
  const pending = new Map<number, PendingCall>()
  let calls = 0
  let ended: Error | undefined
  worker.on('message', (reply: HashReply) => {
    pending.get(reply.call)?.resolve(reply)
    pending.delete(reply.call)
    if (pending.size === 0) worker.unref()
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('The hashing thread has ended')))

  return {
    call: (command: Omit<HashCommand, 'call'>) =>
      new Promise<HashReply>((resolve, reject) => {
        if (ended) return reject(ended)
        const call = calls++
        pending.set(call, { resolve, reject })
        worker.ref()
        worker.postMessage({ ...command, call } satisfies HashCommand, [])
      }),
    isAlive: () => ended === undefined,
    stop: () => worker.terminate(),
  }

  function end(error: Error) {
    ended ??= error
    pending.forEach(({ reject }) => reject(ended!))
    pending.clear()
  }
}
