import type { ReferenceRepair } from '../xml/characters.ts'
import type { Loss } from './results.ts'
import { decodeEntity } from './vtt/entities.ts'

const MAX_REPORTED = 20

/** XML knows five entities; files use those of HTML, and bare ampersands. */
export function createRepair(): { repair: ReferenceRepair; losses: () => Loss[] } {
  const lost = new Set<string>()
  return {
    repair(reference) {
      const letter = /^&\w/.test(reference) ? decodeEntity(reference.slice(1, -1), ';') : undefined
      if (lost.size < MAX_REPORTED)
        lost.add(
          letter === undefined
            ? `The meaning of ${reference}, which XML does not know; it is kept as text`
            : `${reference} is not declared; it was read as in HTML`,
        )
      return letter ?? reference
    },
    losses: () => [...lost].map((what) => ({ cue: null, lost: what })),
  }
}
