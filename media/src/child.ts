// The child process that decodes untrusted files. It receives one task over a channel and the original as
// file descriptor 4, works in its folder, sends the result, and is killed.
import { AV_LOG_QUIET } from 'node-av/constants'
import { FFmpegError, Log } from 'node-av/lib'
import { WITH_CHANNEL, openParentChannel } from '@reelay/sandbox/channel'
import { MediaError, type MediaErrorCode } from './media-error.ts'
import { analyzePicture } from './tasks/analyze-picture.ts'
import { analyzeSound } from './tasks/analyze-sound.ts'
import { burnIn, renderGraphics } from './tasks/burn-in.ts'
import { copyHls } from './tasks/copy-hls.ts'
import { encodeHls, encodeWatermarked } from './tasks/encode-hls.ts'
import { fingerprint } from './tasks/fingerprint.ts'
import { resizeImage } from './tasks/image.ts'
import { poster } from './tasks/poster.ts'
import { probe } from './tasks/probe.ts'
import { openSource, type MediaSource } from './tasks/source.ts'
import { extractSpeech } from './tasks/speech.ts'
import { storyboard } from './tasks/storyboard.ts'
import { thumbnails } from './tasks/thumbnails.ts'
import { encodeTraceable } from './tasks/traceable.ts'
import type { MediaTask, TaskReporter, TaskResult } from './task.ts'
import type { ContainerFormat, HlsHead, SegmentFile } from './types.ts'

export type ChildMessage<T extends MediaTask> =
  | { progress: number }
  | { segment: SegmentFile; head: HlsHead; rung: number }
  | { done: TaskResult<T> }
  | { unplayable: MediaErrorCode; message: string }
  | { failed: string }

export type TaskMessage = { task: MediaTask; format: ContainerFormat | undefined }

// Without a channel the parent only tests whether the child can start in the sandbox.
const channel = process.argv.includes(WITH_CHANNEL)
  ? openParentChannel<ChildMessage<MediaTask>, TaskMessage>()
  : undefined
if (channel) {
  Log.setLevel(AV_LOG_QUIET)
  channel.receive(
    (message) => void handleTask(message),
    () => process.exit(1),
  )
}

async function handleTask({ task, format }: TaskMessage): Promise<void> {
  try {
    send({ done: await runTask(task, format) })
  } catch (error) {
    send(toErrorMessage(error))
  }
}

async function runTask(
  task: MediaTask,
  format: ContainerFormat | undefined,
): Promise<TaskResult<MediaTask>> {
  if (!format) throw new Error(`${task.do} needs an input`)
  await using source = await openSource(format)
  return await runOnSource(source, task, createReporter())
}

async function runOnSource(
  source: MediaSource,
  task: MediaTask,
  reporter: TaskReporter,
): Promise<TaskResult<MediaTask>> {
  switch (task.do) {
    case 'probe':
      return probe(source)
    case 'poster':
      return poster(source, task.seconds)
    case 'storyboard':
      return storyboard(source, reporter)
    case 'sound':
      return analyzeSound(source, reporter)
    case 'picture':
      return analyzePicture(source, reporter)
    case 'copy':
      return copyHls(source, reporter)
    case 'ladder':
      return encodeHls(source, task.heights, reporter)
    case 'burn-in':
      return burnIn(source, task, reporter)
    case 'graphics':
      return renderGraphics(source, task, reporter)
    case 'image':
      return resizeImage(source, task.widths)
    case 'watermark':
      return encodeWatermarked(source, task.lines, task.height, reporter)
    case 'traceable':
      return encodeTraceable(source, task.height, reporter)
    case 'thumbnails':
      return thumbnails(source, task, reporter)
    case 'fingerprint':
      return fingerprint(source, task, reporter)
    case 'speech':
      return extractSpeech(source, task, reporter)
  }
}

/**
 * Reports progress at most five times a second, and never backwards. A film of unknown length makes
 * progress too, or the watchdog would end it.
 */
function createReporter(): TaskReporter {
  let last = { position: -Infinity, time: 0 }
  return {
    progress(position, total) {
      const now = performance.now()
      if (!(position > last.position) || now - last.time < 200) return
      last = { position, time: now }
      send({ progress: total ? Math.max(0, Math.min(1, position / total)) : 0 })
    },
    segment: (segment, head, rung) => send({ segment, head, rung }),
  }
}

/** A codec error means a damaged file, unless the machine caused it. */
function toErrorMessage(error: unknown): ChildMessage<MediaTask> {
  if (error instanceof MediaError) return { unplayable: error.code, message: error.message }
  if (error instanceof FFmpegError && !MACHINE_ERRORS.test(error.message))
    return {
      unplayable: 'media.unreadable',
      message: `The file is damaged and cannot be read (${error.message}).`,
    }
  return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
const MACHINE_ERRORS =
  /No space left|Cannot allocate|Input\/output error|Permission denied|Too many open|No such file/

function send(message: ChildMessage<MediaTask>): void {
  channel?.send(message)
}
