// Runs work that takes more than a few milliseconds in worker threads, so that other requests are
// answered meanwhile. A task that takes too much time or memory ends with its thread; nothing else
// does. See docs/decisions/0044.
import { Worker } from 'node:worker_threads'
import { Problem, busy } from '../http/contract/problem.ts'
import { createFairQueue } from './fair-queue.ts'
import type { ComputeTask, TaskCall, TaskReply } from './task.ts'

export type Compute = {
  /**
   * `client` is the person who asks: people take turns. With `size`, the characters or bytes of the
   * input, a small task of linear cost runs on the calling thread. `seconds` is the CPU time, if it
   * is not the usual one. Call this outside of transactions, because a task may wait for seconds.
   */
  run: <In, Out>(
    task: ComputeTask<(input: In) => Out | Promise<Out>>,
    input: In,
    options: { client: string; size?: number; seconds?: number },
  ) => Promise<Out>
  stop: () => Promise<void>
}

export type ComputeLimits = {
  threads: number
  /** CPU time of one task. On a busy computer the task may take longer. */
  seconds: number
  /** Of the JavaScript heap of one thread. */
  megabytes: number
  maxWaiting: number
  /** Threads that are idle for longer are ended, because they keep their memory. */
  idleSeconds: number
}

const LIMITS: ComputeLimits = {
  threads: 2,
  seconds: 15,
  megabytes: 512,
  maxWaiting: 32,
  idleSeconds: 20,
}
/** Checking this much text takes about 10 ms. */
const MAX_INLINE_SIZE = 64 * 1024

export function startCompute(changed: Partial<ComputeLimits> = {}): Compute {
  const limits = { ...LIMITS, ...changed }
  const idle: ComputeThread[] = []
  const inTurn = createFairQueue({
    concurrency: limits.threads,
    maxWaiting: limits.maxWaiting,
    rejection: () => busy('Too many files are being processed right now. Try again soon.', 5),
  })

  async function runInThread(call: TaskCall, seconds: number): Promise<unknown> {
    const thread = takeThread()
    try {
      return await thread.call(call, seconds)
    } finally {
      if (thread.isAlive()) keep(thread)
    }
  }

  function takeThread(): ComputeThread {
    const thread = idle.pop()
    if (!thread) return startThread(limits)
    return thread.isAlive() ? thread : takeThread()
  }

  function keep(thread: ComputeThread) {
    idle.push(thread)
    thread.endAfter(limits.idleSeconds, () => idle.splice(idle.indexOf(thread), 1))
  }

  return {
    run: async <In, Out>(
      { module, name, work }: ComputeTask<(input: In) => Out | Promise<Out>>,
      input: In,
      {
        client,
        size = Infinity,
        seconds = limits.seconds,
      }: { client: string; size?: number; seconds?: number },
    ) =>
      size < MAX_INLINE_SIZE
        ? await work(input)
        : ((await inTurn(client, () => runInThread({ module, name, input }, seconds))) as Out),
    stop: async () => void (await Promise.all(idle.splice(0).map((thread) => thread.end()))),
  }
}

type ComputeThread = ReturnType<typeof startThread>

function startThread({ megabytes }: ComputeLimits) {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
  })
  let isAlive = true
  let idleTimer: NodeJS.Timeout | undefined
  let settle: (reply: TaskReply) => void = () => {}
  const end = () => {
    isAlive = false
    return worker.terminate()
  }
  const fail = (error: Error) => {
    void end()
    settle({ error })
  }
  worker.on('message', (reply: TaskReply) => settle(reply))
  worker.on('messageerror', fail)
  worker.on('error', (error) => fail(isOutOfMemory(error) ? outOfMemory() : (error as Error)))
  worker.on('exit', () => fail(new Error('The thread has ended')))

  return {
    async call(call: TaskCall, seconds: number): Promise<unknown> {
      clearTimeout(idleTimer)
      worker.ref()
      const stopWatching = watchTime(worker, seconds, () => fail(timedOut(seconds)))
      const reply = await new Promise<TaskReply>((resolve) => {
        settle = resolve
        worker.postMessage(call, [])
      })
      stopWatching()
      worker.unref()
      return outputOf(reply)
    },
    isAlive: () => isAlive,
    end,
    endAfter(idleSeconds: number, onEnd: () => void) {
      idleTimer = setTimeout(() => {
        onEnd()
        void end()
      }, idleSeconds * 1000).unref()
    },
  }
}

/** A busy computer must not fail a task, but one that waits forever must end as well. */
const MAX_WAITING_FACTOR = 8

function watchTime(worker: Worker, seconds: number, onExceeded: () => void): () => void {
  const readMicroseconds = async () => {
    const { user, system } = await worker.cpuUsage()
    return user + system
  }
  // A thread that has not started yet has used none.
  const before = readMicroseconds().catch(() => 0)
  const check = async () => {
    if ((await readMicroseconds()) - (await before) > seconds * 1_000_000) onExceeded()
  }
  const interval = setInterval(() => void check().catch(() => {}), Math.min(250, seconds * 250))
  const timeout = setTimeout(onExceeded, seconds * 1000 * MAX_WAITING_FACTOR)
  return () => {
    clearInterval(interval)
    clearTimeout(timeout)
  }
}

function outputOf(reply: TaskReply): unknown {
  if ('output' in reply) return reply.output
  if ('error' in reply) throw reply.error
  const { status, code, message, more, headers } = reply.problem
  throw new Problem(status, code, message, more, headers)
}

const isOutOfMemory = (error: unknown) =>
  (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'

const outOfMemory = () =>
  new Problem(
    422,
    'compute.out-of-memory',
    'This needs more memory than one request may use. Nothing was changed. Use a smaller file or fewer lines.',
  )

const timedOut = (seconds: number) =>
  new Problem(
    422,
    'compute.timeout',
    `This takes more than ${seconds} seconds of computing time, so it was stopped. Nothing was changed. Use a smaller file or fewer lines.`,
  )
