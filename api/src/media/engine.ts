// The one door to the codecs. They run in a child of their own, one a task, that knows nothing of
// ours and may be killed at any moment:
// what comes out of it is checked like anything from outside.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, lchown, lstat, open, readdir, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { measureBoxes } from './formats/mp4-boxes.ts'
import type { ChildMessage } from './sandbox/child.ts'
import { detectReader } from './formats/formats.ts'
import type { TaskResult, ContainerFormat, OutputFile, SegmentFile, MediaTask } from './types.ts'
import { rejectLargeStill } from './formats/image-size.ts'
import { MediaError } from './media-error.ts'
import { detectSandbox, startChild, type Sandbox } from './sandbox/sandbox.ts'
import { startWatchdog } from './sandbox/watchdog.ts'

export { MediaError } from './media-error.ts'

export type ChildLimits = {
  /** Bytes the child may hold in memory. */
  memory: number
  /** Seconds without any advance after which it is given up. */
  stall: number
  /** Seconds any task may take, before the length of the film is counted. */
  seconds: number
  /** Further seconds for each second of film. */
  perSecond: number
}
const LIMITS: ChildLimits = { memory: 2 * 1024 ** 3, stall: 120, seconds: 300, perSecond: 15 }

export type TaskOptions = {
  /** Path of the original. */
  input?: string
  /** An empty folder of this job; results are left here. */
  folder: string
  signal?: AbortSignal
  onProgress?: (fraction: number) => void
  onSegment?: (segment: SegmentFile, init: OutputFile) => void
}
export type MediaEngine = {
  run: <T extends MediaTask>(task: T, given: TaskOptions) => Promise<TaskResult<T>>
  /**
   * Which walls stand around the codecs on this machine. They are raised once, at the first
   * question or task.
   */
  sandboxLayers: () => Promise<string[]>
}

export function createMediaEngine(limits: Partial<ChildLimits> = {}): MediaEngine {
  let raised: Promise<Sandbox> | undefined
  const walls = () => (raised ??= detectSandbox())
  return {
    sandboxLayers: async () => (await walls()).layers,
    async run(task, given) {
      given.signal?.throwIfAborted()
      await using input = given.input === undefined ? undefined : await open(given.input)
      const format = input && (await admit(input))
      return await inChild(await walls(), { ...LIMITS, ...limits }, task, given, input, format)
    },
  }
}

/** What can be refused without waking a codec is refused here. */
async function admit(input: FileHandle): Promise<ContainerFormat> {
  const { size } = await input.stat()
  const head = await readAt(input, 0, 65_536)
  const reader = detectReader(head)
  if (reader.still) rejectLargeStill(reader.format, head)
  if (reader.format === 'mov') await refuseCut(input, size)
  return reader.format
}

async function refuseCut(input: FileHandle, size: number): Promise<void> {
  const { claimed, index } = await measureBoxes((at, length) => readAt(input, at, length), size)
  if (claimed > size)
    throw new MediaError(
      'media.truncated',
      `The file is cut short: it should have at least ${claimed} bytes and has ${size}. Please upload it again.`,
    )
  if (!index)
    throw new MediaError(
      'media.truncated',
      'The file has no index (moov), so it cannot be played: it was not finished or is damaged. Please export it again.',
    )
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

async function inChild<T extends MediaTask>(
  walls: Sandbox,
  limits: ChildLimits,
  task: T,
  given: TaskOptions,
  input: FileHandle | undefined,
  format: ContainerFormat | undefined,
): Promise<TaskResult<T>> {
  if (walls.uid !== null) await chown(given.folder, walls.uid, walls.uid)
  given.signal?.throwIfAborted()
  // The input is handed over opened for reading, so the child needs no right to its path and has
  // none to write it.
  const child = startChild(
    walls,
    ['ignore', 'ignore', 'pipe', 'ipc', input ? input.fd : 'ignore'],
    given.folder,
  )
  try {
    const result = await conversation(child, limits, task, given, format)
    await gone(child)
    await keepOnly(given.folder, [...filesIn(result)])
    return result
  } finally {
    await gone(child)
    if (walls.uid !== null) await takeBack(given.folder)
  }
}

function conversation<T extends MediaTask>(
  child: ChildProcess,
  limits: ChildLimits,
  task: T,
  given: TaskOptions,
  format: ContainerFormat | undefined,
): Promise<TaskResult<T>> {
  const { promise, resolve, reject } = Promise.withResolvers<TaskResult<T>>()
  const guard = startWatchdog(child, limits, reject, given.signal)
  let complaint = ''
  child.stderr?.on('data', (text: Buffer) => {
    complaint = (complaint + text.toString()).slice(-2000)
  })
  child.on('error', reject)
  child.on('exit', (code, signal) =>
    reject(
      new Error(
        `The media child ended (${signal ?? `code ${code}`}) before it had an answer${complaint && `: ${complaint}`}`,
      ),
    ),
  )
  const hear = (said: ChildMessage<T>) => {
    guard.alive()
    if ('opened' in said) guard.lengthen(said.opened)
    else if ('progress' in said) given.onProgress?.(said.progress)
    else if ('segment' in said) given.onSegment?.(plain(said.segment), plain(said.init))
    else if ('done' in said) resolve(said.done)
    else if ('unplayable' in said) reject(new MediaError(said.unplayable, said.message))
    else reject(new Error(`The media child failed: ${said.failed}`))
  }
  child.on('message', (said: ChildMessage<T>) => {
    // What is thrown in a listener would end the service, whether by a child that talks nonsense or
    // by who asked to be told.
    try {
      hear(said)
    } catch (error) {
      reject(error)
    }
  })
  child.send({ task, format }, (error) => error && reject(error))
  return promise.finally(guard.end)
}

/** It has been killed; what it was about to write must not come after us. */
async function gone(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
    await once(child, 'exit')
}

/**
 * A child that was taken over must not be able to name a file outside its folder, or a link to one.
 * What it does not name was scaffolding.
 */
async function keepOnly(folder: string, named: OutputFile[]): Promise<void> {
  for (const made of named) {
    const found = await lstat(join(folder, plain(made).name))
    if (!found.isFile() || found.size !== made.length)
      throw new Error(`The media child named ${made.name}, which is not what it left`)
  }
  const names = new Set(named.map(({ name }) => name))
  for (const name of await readdir(folder))
    if (!names.has(name)) await rm(join(folder, name), { recursive: true })
}

function plain<M extends OutputFile>(made: M): M {
  if (!/^[\w-][\w.-]*$/.test(made.name))
    throw new Error('The media child named a file that is not in its folder')
  return made
}

function* filesIn(value: unknown): Generator<OutputFile> {
  if (typeof value !== 'object' || value === null) return
  if ('name' in value && 'mime' in value) yield value as OutputFile
  else for (const inner of Object.values(value)) yield* filesIn(inner)
}

async function takeBack(folder: string): Promise<void> {
  const { uid, gid } = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  for (const name of await readdir(folder))
    if ((await lstat(join(folder, name))).isFile()) await lchown(join(folder, name), uid, gid)
  await chown(folder, uid, gid)
}
