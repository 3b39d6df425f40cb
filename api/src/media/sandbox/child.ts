// The process that touches foreign bytes. It gets one task over its channel and the original as
// descriptor 4, works in its folder, answers and is ended.
import { setPriority } from 'node:os'
import { AV_LOG_QUIET } from 'node-av/constants'
import { FFmpegError, Log } from 'node-av/lib'
import { openSource, type Source } from '../tasks/source.ts'
import type { Done, Format, Made, Segment, Task } from '../types.ts'
import { burn } from '../tasks/burn.ts'
import { copy } from '../tasks/copy.ts'
import { draw } from '../tasks/draw.ts'
import { image } from '../tasks/image.ts'
import { ladder, mark } from '../tasks/ladder.ts'
import { picture } from '../tasks/picture.ts'
import { poster } from '../tasks/poster.ts'
import { probe } from '../tasks/probe.ts'
import { sound } from '../tasks/sound.ts'
import { storyboard } from '../tasks/storyboard.ts'
import { Unplayable, type Fault } from '../media-error.ts'

export type ChildSays<T extends Task> =
  | { opened: number | null }
  | { progress: number }
  | { segment: Segment; init: Made }
  | { done: Done<T> }
  | { unplayable: Fault; message: string }
  | { failed: string }

/** What a task tells while it works. */
export type Tell = {
  progress: (fraction: number) => void
  segment: (segment: Segment, init: Made) => void
}

// Without a channel this was only a rehearsal, to see whether the child can start here.
if (process.send) {
  Log.setLevel(AV_LOG_QUIET)
  process.on('disconnect', () => process.exit(1))
  process.on('message', (asked: { task: Task; format?: Format }) => void answer(asked))
}

/** What somebody waits for goes before what takes hours; both after whoever answers. */
const SOON: Task['do'][] = ['probe', 'copy', 'poster', 'image', 'mark']

async function answer({ task, format }: { task: Task; format?: Format }): Promise<void> {
  setPriority(SOON.includes(task.do) ? 5 : 15)
  try {
    say({ done: await perform(task, format) })
  } catch (error) {
    say(verdict(error))
  }
}

async function perform(task: Task, format?: Format): Promise<Done<Task>> {
  if (task.do === 'draw') return draw(task.clip, tell())
  if (!format) throw new Error(`${task.do} needs an input`)
  await using source = await openSource(format)
  say({ opened: source.duration })
  return await performOn(source, task)
}

async function performOn(source: Source, task: Exclude<Task, { do: 'draw' }>): Promise<Done<Task>> {
  switch (task.do) {
    case 'probe':
      return probe(source)
    case 'poster':
      return poster(source, task.at)
    case 'storyboard':
      return storyboard(source, tell())
    case 'sound':
      return sound(source, tell())
    case 'picture':
      return picture(source, tell())
    case 'copy':
      return copy(source, tell())
    case 'ladder':
      return ladder(source, task.height, tell())
    case 'burn':
      return burn(source, task, tell())
    case 'image':
      return image(source, task.widths)
    default:
      return mark(source, task.lines, task.height, tell())
  }
}

/** At most five times a second, and never backwards. */
function tell(): Tell {
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
function verdict(error: unknown): ChildSays<Task> {
  if (error instanceof Unplayable) return { unplayable: error.code, message: error.message }
  if (error instanceof FFmpegError && !OURS.test(error.message))
    return {
      unplayable: 'media.unreadable',
      message: `The file is damaged and cannot be read (${error.message}).`,
    }
  return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
const OURS =
  /No space left|Cannot allocate|Input\/output error|Permission denied|Too many open|No such file/

function say(something: ChildSays<Task>): void {
  process.send?.(something)
}
