import type { LineDraft } from '../../rules/line.ts'

/** Drafts as JSON for `saveLines`. As bytes they pass to the database without being converted. */
export type EncodedDrafts = { batches: Uint8Array[]; count: number; hasNew: boolean }

/** 20,000 lines in one statement come close to the time limit of the database. */
const LINES_PER_STATEMENT = 2_000

export function encodeDrafts(drafts: readonly LineDraft[]): EncodedDrafts {
  const encoder = new TextEncoder()
  const batches: Uint8Array[] = []
  for (let index = 0; index < drafts.length; index += LINES_PER_STATEMENT)
    batches.push(encoder.encode(JSON.stringify(drafts.slice(index, index + LINES_PER_STATEMENT))))
  return {
    batches,
    count: drafts.length,
    hasNew: drafts.some(({ _id }) => _id === undefined),
  }
}
