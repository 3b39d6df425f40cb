// Changes subtitles of a file in place. The header keeps everything but the counts.
import type { Cue } from '../../cue.ts'
import type { CueEdit, EditFile } from '../edits.ts'
import { nominalRate } from '../../smpte.ts'
import { visibleCues } from '../visible-cues.ts'
import { BLOCK_BYTES, FIELDS, HEADER_BYTES, type HeaderField } from './header.ts'
import { locateSubtitles, type LocatedFile } from './read.ts'
import { encodeSubtitle } from './write.ts'

const ROW = 13
const JUSTIFIED = 14

export const editStl: EditFile = (original, edits, about) => {
  const file = locateSubtitles(original.bytes, about)
  // Cumulative sets and remarks have other numbers of cues.
  if (!file || file.subtitles.length !== original.cues.length) return undefined
  const sorted = [...file.subtitles].sort((one, other) => one.from - other.from)
  const pieces: { at: number; until: number; blocks: Uint8Array[] }[] = []
  let number = highestNumber(original.bytes)
  for (const edit of edits) {
    const place = 'at' in edit ? sorted[edit.at]! : sorted[Math.max(0, edit.behind)]!
    const [first, end] = [offsetOf(place.block), offsetOf(place.end)]
    const at = 'at' in edit || edit.behind < 0 ? first : end
    const until = 'at' in edit ? end : at
    if (edit.cue === null) {
      pieces.push({ at, until, blocks: [] })
      continue
    }
    const template = original.bytes.subarray(first, first + BLOCK_BYTES)
    const blocks = writeSubtitle({ ...edit, cue: edit.cue }, file, {
      template,
      before: original.cues['at' in edit ? edit.at : Math.max(0, edit.behind)]!,
      number: 'at' in edit ? template[1]! + template[2]! * 256 : ++number,
    })
    if (!blocks) return undefined
    pieces.push({ at, until, blocks })
  }
  return joinBlocks(original.bytes, pieces, edits)
}

/** Blocks are counted from 2, after the header. */
const offsetOf = (block: number) => HEADER_BYTES + (block - 2) * BLOCK_BYTES

function highestNumber(bytes: Uint8Array): number {
  let highest = -1
  for (let at = HEADER_BYTES; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES)
    highest = Math.max(highest, bytes[at + 1]! + bytes[at + 2]! * 256)
  return highest
}

/** A subtitle with as many rows at the same position keeps its row and side. */
function writeSubtitle(
  { cue }: CueEdit & { cue: Cue },
  { header, offset }: LocatedFile,
  { template, before, number }: { template: Uint8Array; before: Cue; number: number },
): Uint8Array[] | undefined {
  const [visible] = visibleCues([cue], header.rate)
  if (!visible || number > 0xffff) return undefined
  const blocks = encodeSubtitle(
    { ...visible, from: visible.from + offset, to: visible.to + offset },
    number,
    {
      perSecond: nominalRate(header.rate),
      dialect: header.teletext ? 'teletext' : 'open',
      table: header.table,
    },
  )
  const rows = (text: string) => text.split('<br>').length
  const isPlaced =
    cue.alignment === before.alignment &&
    cue.textAlign === before.textAlign &&
    rows(cue.text) === rows(before.text)
  for (const block of blocks ?? []) {
    block[0] = template[0]!
    if (isPlaced) block.set([template[ROW]!, template[JUSTIFIED]!], ROW)
  }
  return blocks
}

function joinBlocks(
  bytes: Uint8Array,
  pieces: { at: number; until: number; blocks: Uint8Array[] }[],
  edits: readonly CueEdit[],
): Uint8Array {
  const parts: Uint8Array[] = []
  let read = 0
  for (const piece of pieces.toSorted((a, b) => a.at - b.at || a.until - b.until)) {
    parts.push(bytes.subarray(read, Math.max(read, piece.at)), ...piece.blocks)
    read = Math.max(read, piece.until)
  }
  parts.push(bytes.subarray(read))
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  const change = edits.reduce(
    (sum, edit) => sum + ('behind' in edit ? 1 : edit.cue === null ? -1 : 0),
    0,
  )
  addToField(joined, 'blocks', Math.round((joined.length - bytes.length) / BLOCK_BYTES))
  addToField(joined, 'subtitles', change)
  return joined
}

/** A field that is not a number stays as it is. */
function addToField(bytes: Uint8Array, name: HeaderField, change: number) {
  const [at, length] = FIELDS[name]
  const count = new TextDecoder().decode(bytes.subarray(at, at + length))
  if (change === 0 || !/^\d+$/.test(count)) return
  const text = String(Math.max(0, Number(count) + change)).padStart(length, '0')
  bytes.set(new TextEncoder().encode(text.slice(-length)), at)
}
