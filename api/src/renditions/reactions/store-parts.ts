// Stores files of the engine. Segments are stored as soon as they are written, so that somebody can
// watch them while the rest is encoded.
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Intake } from '../../kernel/storage/intake.ts'
import type { TaskReporter } from '@reelay/media/task'
import type { HlsHead, OutputFile, SegmentFile } from '@reelay/media/types'
import type { NewRenditionPart } from '../commands/renditions.ts'

export type StorePart = (
  number: number,
  file: OutputFile & { duration?: number },
  mime?: string,
) => Promise<NewRenditionPart>

export function createPartStore(intake: Intake, folder: string): StorePart {
  return async (number, { name, mime: ownMime, duration }, mime = ownMime) => {
    // A hijacked codec that still runs could replace the file by a link to a file of ours.
    const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW)
    const { key, length } = await intake.put(file.createReadStream())
    return { number, key, length, mime, duration: duration ?? null }
  }
}

type SegmentStore = {
  add: TaskReporter['segment']
  /** Aborts when a segment cannot be stored. */
  failed: AbortSignal
  allStored: () => Promise<void>
}

/**
 * Calls `addParts` in the order of the segments, so that the stored parts never have a gap. The first
 * call for a rendition has the initialization segment too.
 */
export function createSegmentStore(
  storePart: StorePart,
  addParts: (parts: NewRenditionPart[], head: HlsHead, rung: number) => Promise<void>,
): SegmentStore {
  const failure = new AbortController()
  const counts: number[] = []
  let adding = Promise.resolve()
  async function store(number: number, segment: SegmentFile, head: HlsHead, rung: number) {
    const mime = head.width === null ? 'audio/mp4' : 'video/mp4'
    const init = number === 1 ? [await storePart(0, head.init, mime)] : []
    await addParts([...init, await storePart(number, segment, mime)], head, rung)
  }
  return {
    add(segment, head, rung) {
      const number = (counts[rung] = (counts[rung] ?? 0) + 1)
      adding = adding.then(() => store(number, segment, head, rung))
      adding.catch((error) => failure.abort(error))
    },
    failed: failure.signal,
    allStored: () => adding,
  }
}
