// The process that touches foreign bytes. It gets one task over its channel and the original as
// descriptor 4, works in its folder, answers and is ended.
import { setPriority } from 'node:os'
import { AV_LOG_QUIET } from 'node-av/constants'
import { FFmpegError, Log } from 'node-av/lib'
import { openSource, type MediaSource } from '../tasks/source.ts'
import type { TaskResult, ContainerFormat, OutputFile, SegmentFile, MediaTask } from '../types.ts'
import { burnIn } from '../tasks/burn-in.ts'
import { copyHls } from '../tasks/copy-hls.ts'
import { renderDemoClip } from '../tasks/demo-clip.ts'
import { resizeImage } from '../tasks/image.ts'
import { encodeHls, encodeWatermarked } from '../tasks/encode-hls.ts'
import { analyzePicture } from '../tasks/analyze-picture.ts'
import { poster } from '../tasks/poster.ts'
import { probe } from '../tasks/probe.ts'
import { analyzeSound } from '../tasks/analyze-sound.ts'
import { storyboard } from '../tasks/storyboard.ts'
import { MediaError, type MediaErrorCode } from '../media-error.ts'

export type ChildMessage<T extends MediaTask> =
  | { opened: number | null }
  | { progress: number }
  | { segment: SegmentFile; init: OutputFile }
  | { done: TaskResult<T> }
  | { unplayable: MediaErrorCode; message: string }
  | { failed: string }

/** What a task tells while it works. */
export type TaskReporter = {
  progress: (fraction: number) => void
  segment: (segment: SegmentFile, init: OutputFile) => void
}

// Without a channel this was only a rehearsal, to see whether the child can start here.
if (process.send) {
  Log.setLevel(AV_LOG_QUIET)
  process.on('disconnect', () => process.exit(1))
  process.on(
    'message',
    (asked: { task: MediaTask; format?: ContainerFormat }) => void answer(asked),
  )
}

/** What somebody waits for goes before what takes hours; both after whoever answers. */
const SOON: MediaTask['do'][] = ['probe', 'copy', 'poster', 'image', 'mark']

async function answer({
  task,
  format,
}: {
  task: MediaTask
  format?: ContainerFormat
}): Promise<void> {
  setPriority(SOON.includes(task.do) ? 5 : 15)
  try {
    say({ done: await perform(task, format) })
  } catch (error) {
    say(verdict(error))
  }
}

async function perform(task: MediaTask, format?: ContainerFormat): Promise<TaskResult<MediaTask>> {
  if (task.do === 'draw') return renderDemoClip(task.clip, tell())
  if (!format) throw new Error(`${task.do} needs an input`)
  await using source = await openSource(format)
  say({ opened: source.duration })
  return await performOn(source, task)
}

async function performOn(
  source: MediaSource,
  task: Exclude<MediaTask, { do: 'draw' }>,
): Promise<TaskResult<MediaTask>> {
  switch (task.do) {
    case 'probe':
      return probe(source)
    case 'poster':
      return poster(source, task.at)
    case 'storyboard':
      return storyboard(source, tell())
    case 'sound':
      return analyzeSound(source, tell())
    case 'picture':
      return analyzePicture(source, tell())
    case 'copy':
      return copyHls(source, tell())
    case 'ladder':
      return encodeHls(source, task.height, tell())
    case 'burn':
      return burnIn(source, task, tell())
    case 'image':
      return resizeImage(source, task.widths)
    default:
      return encodeWatermarked(source, task.lines, task.height, tell())
  }
}

/** At most five times a second, and never backwards. */
function tell(): TaskReporter {
  let last = { fraction: -1, at: 0 }
  return {
    progress(fraction) {
      const now = performance.now()
      if (fraction <= last.fraction || now - last.at < 200) return
      last = { fraction, at: now }
      say({ progress: Math.max(0, Math.min(1, fraction)) })
    },
    segment: (segment, init) => say({ segment, init }),
  }
}

/** A codec's error is the file's fault, unless it is one of the machine. */
function verdict(error: unknown): ChildMessage<MediaTask> {
  if (error instanceof MediaError) return { unplayable: error.code, message: error.message }
  if (error instanceof FFmpegError && !OURS.test(error.message))
    return {
      unplayable: 'media.unreadable',
      message: `The file is damaged and cannot be read (${error.message}).`,
    }
  return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
const OURS =
  /No space left|Cannot allocate|Input\/output error|Permission denied|Too many open|No such file/

function say(something: ChildMessage<MediaTask>): void {
  process.send?.(something)
}
