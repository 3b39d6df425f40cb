// The only way to run codecs. Each task runs in a sandboxed child process that may be killed at any
// time. Its output is checked like any untrusted input.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, lchown, lstat, open, readdir, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import {
  describeLayers,
  detectSandbox,
  isIsolated,
  startChild,
  startWatchdog,
  type ChildLimits,
  type Sandbox,
} from '@reelay/sandbox'
import { CHANNEL_FD, openChannel } from '@reelay/sandbox/channel'
import { measureBoxes } from './formats/mp4-boxes.ts'
import type { ChildMessage, TaskMessage } from './child.ts'
import { detectReader } from './formats/formats.ts'
import type { TaskReporter, TaskResult, MediaTask } from './task.ts'
import type { ContainerFormat, OutputFile } from './types.ts'
import { rejectLargeStill } from './formats/image-size.ts'
import { MediaError } from './media-error.ts'
import { codecProgram } from './programs.ts'

export { MediaError } from './media-error.ts'

const LIMITS: ChildLimits = { memory: 2 * 1024 ** 3, stall: 120 }

export type TaskOptions = {
  /** Path of the original. */
  input?: string
  /** An empty folder of this job; results are left here. */
  folder: string
  signal?: AbortSignal
  onProgress?: (fraction: number) => void
  onSegment?: TaskReporter['segment']
}
export type MediaEngine = {
  run: <T extends MediaTask>(task: T, options: TaskOptions) => Promise<TaskResult<T>>
  /** Detected once, on first use. */
  sandbox: () => Promise<SandboxReport>
}
export type SandboxReport = {
  layers: string
  isolated: boolean
  /** Why the engine runs no tasks on this machine. */
  refusal: string | undefined
}
type EngineOptions = {
  /** Runs tasks even if a hijacked codec could read other files or connect to other machines. */
  allowUnsandboxed?: boolean
  /** The native module of node-av, if it is not the one of the npm package. */
  binding?: string | undefined
  limits?: Partial<ChildLimits>
  /** Runs each task, to measure it. */
  observe?: <T>(task: MediaTask, run: () => Promise<T>) => Promise<T>
}

export function createMediaEngine({
  allowUnsandboxed = false,
  binding,
  limits,
  observe = (_, run) => run(),
}: EngineOptions = {}): MediaEngine {
  const refusalOf = (sandbox: Sandbox) =>
    allowUnsandboxed || isIsolated(sandbox) ? undefined : NOT_ISOLATED
  return {
    async sandbox() {
      const sandbox = await getSandbox(binding)
      return {
        layers: describeLayers(sandbox),
        isolated: isIsolated(sandbox),
        refusal: refusalOf(sandbox),
      }
    },
    async run(task, options) {
      options.signal?.throwIfAborted()
      const sandbox = await getSandbox(binding)
      const refusal = refusalOf(sandbox)
      if (refusal) throw new Error(refusal)
      await using input = options.input === undefined ? undefined : await open(options.input)
      const format = input && (await checkInput(input))
      const run: ChildRun<typeof task> = {
        task,
        options,
        input,
        format,
        binding,
        limits: { ...LIMITS, ...limits },
      }
      return await observe(task, () => runInChild(sandbox, run))
    },
  }
}

/** A fact of the machine, detected once per process. It takes seconds without Landlock. */
const detected = new Map<string | undefined, Promise<Sandbox>>()
function getSandbox(binding: string | undefined): Promise<Sandbox> {
  const sandbox = detected.get(binding) ?? detectSandbox(codecProgram('child', binding))
  detected.set(binding, sandbox)
  return sandbox
}

const NOT_ISOLATED =
  'No media is processed, because codecs cannot be isolated on this machine. ' +
  'Use Linux 5.13 or newer with Landlock, or run the service as root. ' +
  'ALLOW_UNSANDBOXED_MEDIA=1 processes media without isolation.'

/** Rejects what needs no codec to reject. */
async function checkInput(input: FileHandle): Promise<ContainerFormat> {
  const { size } = await input.stat()
  const head = await readAt(input, 0, 65_536)
  const reader = detectReader(head)
  if (reader.still) rejectLargeStill(reader.format, head)
  if (reader.format === 'mov') await rejectTruncated(input, size)
  return reader.format
}

async function rejectTruncated(input: FileHandle, size: number): Promise<void> {
  const { claimed, index } = await measureBoxes(
    (offset, length) => readAt(input, offset, length),
    size,
  )
  if (claimed > size)
    throw new MediaError(
      'media.truncated',
      `The file is incomplete: it has ${size} of at least ${claimed} bytes. Upload it again.`,
    )
  if (!index)
    throw new MediaError(
      'media.truncated',
      'The file has no index (moov), so it cannot be played. Export it again.',
    )
}

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}

type ChildRun<T extends MediaTask> = {
  task: T
  options: TaskOptions
  input: FileHandle | undefined
  format: ContainerFormat | undefined
  binding: string | undefined
  limits: ChildLimits
}

async function runInChild<T extends MediaTask>(
  sandbox: Sandbox,
  run: ChildRun<T>,
): Promise<TaskResult<T>> {
  const { folder, signal } = run.options
  if (sandbox.uid !== null) await chown(folder, sandbox.uid, sandbox.uid)
  signal?.throwIfAborted()
  // The child inherits the open file descriptor. It needs no access to the path and cannot write.
  const child = startChild(
    sandbox,
    codecProgram('child', run.binding),
    ['ignore', 'ignore', 'pipe', 'pipe', run.input ? run.input.fd : 'ignore'],
    { cwd: folder, niceness: nicenessOf(run.task) },
  )
  try {
    const result = await exchangeMessages(child, run)
    await waitForExit(child)
    await keepOnly(folder, [...outputFilesIn(result)])
    return result
  } finally {
    await waitForExit(child)
    if (sandbox.uid !== null) await takeOwnership(folder)
  }
}

/** Somebody waits for these. They run before encodes that take hours, and after the server. */
const INTERACTIVE: MediaTask['do'][] = ['probe', 'copy', 'poster', 'image', 'watermark']
const nicenessOf = (task: MediaTask) => (INTERACTIVE.includes(task.do) ? 5 : 10)

function exchangeMessages<T extends MediaTask>(
  child: ChildProcess,
  { task, options, format, limits }: ChildRun<T>,
): Promise<TaskResult<T>> {
  const { promise, resolve, reject } = Promise.withResolvers<TaskResult<T>>()
  const watchdog = startWatchdog(child, limits, reject, options.signal)
  let stderr = ''
  child.stderr?.on('data', (text: Buffer) => {
    stderr = (stderr + text.toString()).slice(-2000)
  })
  child.on('error', reject)
  child.on('exit', (code, signal) => {
    const reason = signal ?? `code ${code}`
    reject(new Error(`The media process exited early (${reason})${stderr && `: ${stderr}`}`))
  })
  const handle = (message: ChildMessage<T>) => {
    watchdog.reset()
    if ('progress' in message) options.onProgress?.(message.progress)
    else if ('segment' in message)
      options.onSegment?.(
        checkName(message.segment),
        { ...message.head, init: checkName(message.head.init) },
        message.rung,
      )
    else if ('done' in message) resolve(message.done)
    else if ('unplayable' in message) reject(new MediaError(message.unplayable, message.message))
    else reject(new Error(`The media process failed: ${message.failed}`))
  }
  const channel = openChannel<TaskMessage, ChildMessage<T>>(child.stdio[CHANNEL_FD] as Duplex)
  channel.receive(handle, reject)
  channel.send({ task, format })
  return promise.finally(watchdog.stop)
}

/** A killed child must not write after this returns. */
async function waitForExit(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
    await once(child, 'exit')
}

/**
 * A compromised child must not name a file outside its folder, nor a link to one. Files that it does
 * not name are temporary and removed.
 */
async function keepOnly(folder: string, files: OutputFile[]): Promise<void> {
  for (const file of files) {
    const stats = await lstat(join(folder, checkName(file).name))
    if (!stats.isFile() || stats.size !== file.length)
      throw new Error(`The media process named ${file.name}, but wrote something else`)
  }
  const names = new Set(files.map(({ name }) => name))
  for (const name of await readdir(folder))
    if (!names.has(name)) await rm(join(folder, name), { recursive: true })
}

function checkName<F extends OutputFile>(file: F): F {
  if (!/^[\w-][\w.-]*$/.test(file.name))
    throw new Error('The media process named a file outside its folder')
  return file
}

function* outputFilesIn(value: unknown): Generator<OutputFile> {
  if (typeof value !== 'object' || value === null) return
  if ('name' in value && 'mime' in value) yield value as OutputFile
  else for (const inner of Object.values(value)) yield* outputFilesIn(inner)
}

async function takeOwnership(folder: string): Promise<void> {
  const { uid, gid } = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  for (const name of await readdir(folder))
    if ((await lstat(join(folder, name))).isFile()) await lchown(join(folder, name), uid, gid)
  await chown(folder, uid, gid)
}
