// Digests are made beside the thread that answers: MD5 alone would hold it for two of every four
// milliseconds of a fast upload.
import { Worker } from 'node:worker_threads'
import type { Digests } from './storage.ts'

export type Digester = {
  /** The bytes must lie in shared memory, and stay as they are until this resolves. */
  update: (piece: Buffer) => Promise<void>
  digests: () => Promise<Digests>
  end: () => void
}
export type Hashing = { createDigester: () => Digester; stop: () => Promise<void> }
export type HashCommand = {
  measure: number
  call: number
  do: 'update' | 'digest' | 'end'
  algorithm: Algorithm
  memory?: ArrayBufferLike
  offset?: number
  length?: number
}
export type HashReply = { call: number; digest?: string }
type Algorithm = keyof Digests

/** A thread for each digest: the slower of the two is what an upload waits for, not their sum. */
export function startHashing(): Hashing {
  const threads: Partial<Record<Algorithm, Thread>> = {}
  const threadOf = (algorithm: Algorithm) =>
    threads[algorithm]?.alive() ? threads[algorithm] : (threads[algorithm] = startThread())
  let begun = 0

  return {
    createDigester: () => {
      const measure = begun++
      // Kept for as long as the measure: another thread would know nothing of the bytes before.
      const [md5, sha256] = [threadOf('md5'), threadOf('sha256')]
      const both = (order: Pick<HashCommand, 'do' | 'memory' | 'offset' | 'length'>) =>
        Promise.all([
          md5.ask({ measure, algorithm: 'md5', ...order }),
          sha256.ask({ measure, algorithm: 'sha256', ...order }),
        ])
      return {
        update: async (piece) =>
          void (await both({
            do: 'update',
            memory: piece.buffer,
            offset: piece.byteOffset,
            length: piece.length,
          })),
        digests: async () => {
          const answers = await both({ do: 'digest' })
          return { md5: answers[0].digest!, sha256: answers[1].digest! }
        },
        // Nobody waits for it; when the threads have ended, so has the measure.
        end: () => void both({ do: 'end' }).catch(() => {}),
      }
    },
    stop: async () =>
      void (await Promise.all(Object.values(threads).map((thread) => thread.stop()))),
  }
}

type Thread = ReturnType<typeof startThread>

function startThread() {
  const worker = new Worker(new URL('./hashing-thread.ts', import.meta.url))
  worker.unref()
  const waiting = new Map<
    number,
    { resolve: (answer: HashReply) => void; reject: (error: Error) => void }
  >()
  let calls = 0
  let ended: Error | undefined
  worker.on('message', (answer: HashReply) => {
    waiting.get(answer.call)?.resolve(answer)
    waiting.delete(answer.call)
    if (waiting.size === 0) worker.unref()
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('The thread that makes digests has ended')))

  return {
    ask: (order: Omit<HashCommand, 'call'>) =>
      new Promise<HashReply>((resolve, reject) => {
        if (ended) return reject(ended)
        const call = calls++
        waiting.set(call, { resolve, reject })
        worker.ref()
        worker.postMessage({ ...order, call } satisfies HashCommand, [])
      }),
    alive: () => ended === undefined,
    stop: () => worker.terminate(),
  }

  /** Nobody would answer any more. */
  function end(error: Error) {
    ended ??= error
    waiting.forEach(({ reject }) => reject(ended!))
    waiting.clear()
  }
}
