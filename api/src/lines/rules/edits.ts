import {
  type TextRow,
  canonicalMarkup,
  parseTimecode,
  plainText,
  readMarkup,
  rubyOf,
  formatTimecode,
  writeMarkup,
} from '@reelay/subtitles'
import { MAX_LENGTHS, type RevisionAction, type LineEdit } from '../contract.ts'
import type { LineDraft, StoredLine } from './line.ts'

export type EditPlan =
  | { ok: true; drafts: LineDraft[]; removedIds: string[]; action: RevisionAction }
  | { ok: false; detail: string }

/** The largest time that a timecode can express. */
export const MAX_TIME = parseTimecode('99:59:59,999')

/** Plans an edit of the lines of a text track, which are in order of time. */
export function planEdit(
  lines: readonly StoredLine[],
  edit: Exclude<LineEdit, { kind: 'write' }>,
): EditPlan {
  switch (edit.kind) {
    case 'split':
      return split(lines, edit)
    case 'merge':
      return merge(lines, edit)
    case 'shift':
      return shift(lines, edit)
    default:
      return ripple(lines, edit)
  }
}

type EditOf<K extends LineEdit['kind']> = Extract<LineEdit, { kind: K }>
const rejected = (detail: string): EditPlan => ({ ok: false, detail })

/** Without a time, the split is proportional to the text before it. */
function split(
  lines: readonly StoredLine[],
  { line: id, after, at: time }: EditOf<'split'>,
): EditPlan {
  const line = lines.find(({ _id }) => _id === id)
  if (!line) return rejected('The line no longer exists.')
  const letters = [...new Intl.Segmenter().segment(plainText(line.text))]
  if (after >= letters.length)
    return rejected(
      `The text has ${letters.length} characters, so it cannot be split after ${after}.`,
    )
  const cut = time
    ? parseTimecode(time)
    : Math.round(line.start + ((line.stop - line.start) * after) / letters.length)
  if (cut <= line.start || cut >= line.stop)
    return rejected('The split time must be inside the line.')
  const [first, second] = splitText(line.text, letters[after]!.index)
  const { _id, version: _version, ...rest } = line
  return {
    ok: true,
    action: 'split',
    removedIds: [],
    drafts: [
      { ...rest, _id, stop: cut, text: first },
      { ...rest, start: cut, text: second, source: '', origin: null, split: _id },
    ],
  }
}

function merge(
  lines: readonly StoredLine[],
  { lines: ids, with: joint }: EditOf<'merge'>,
): EditPlan {
  const indexes = ids
    .map((id) => lines.findIndex(({ _id }) => _id === id))
    .toSorted((a, b) => a - b)
  if (indexes[0]! < 0) return rejected('A line no longer exists.')
  if (
    indexes.at(-1)! - indexes[0]! !== indexes.length - 1 ||
    new Set(indexes).size !== indexes.length
  )
    return rejected('Only consecutive lines can be merged.')
  const merged = indexes.map((index) => lines[index]!)
  const areSingleRows = merged.every(({ text }) => !text.includes('<br>')) && merged.length === 2
  const join = (texts: string[], by: string) => texts.filter(Boolean).join(by)
  const { version: _version, ...first } = merged[0]!
  const text = join(
    merged.map((line) => line.text),
    (joint ?? (areSingleRows ? 'break' : 'space')) === 'break' ? '<br>' : ' ',
  )
  const source = canonicalMarkup(
    join(
      merged.map((line) => line.source),
      ' ',
    ),
  )
  if (text.length > MAX_LENGTHS.text || source.length > MAX_LENGTHS.source)
    return rejected('The merged line would be too long.')
  return {
    ok: true,
    action: 'merged',
    removedIds: merged.slice(1).map(({ _id }) => _id),
    drafts: [
      {
        ...first,
        stop: Math.max(...merged.map(({ stop }) => stop)),
        text: canonicalMarkup(text),
        source,
        merged: merged
          .slice(1)
          .map(({ _id }) => _id)
          .join(' ')
          .slice(0, 200),
      },
    ],
  }
}

function shift(lines: readonly StoredLine[], { by, lines: ids, from }: EditOf<'shift'>): EditPlan {
  if (ids && from) return rejected('Give either `lines` or `from`, not both.')
  const first = from === undefined ? 0 : lines.findIndex(({ _id }) => _id === from)
  const chosen = ids ? new Set(ids) : undefined
  if (first < 0 || (chosen && lines.filter(({ _id }) => chosen.has(_id)).length !== chosen.size))
    return rejected('A line no longer exists.')
  return moveLines(
    lines.filter(({ _id }, index) => (chosen ? chosen.has(_id) : index >= first)),
    by,
    'shifted',
  )
}

/** Moves the end of a line, and all later lines by the same amount. */
function ripple(lines: readonly StoredLine[], { line: id, stopTime }: EditOf<'ripple'>): EditPlan {
  const line = lines.find(({ _id }) => _id === id)
  if (!line) return rejected('The line no longer exists.')
  const stop = parseTimecode(stopTime)
  if (stop <= line.start) return rejected('A line must stop after it starts.')
  const later = moveLines(
    lines.filter(({ _id, start }) => _id !== id && start >= line.stop),
    stop - line.stop,
    'rippled',
  )
  return later.ok ? { ...later, drafts: [{ ...line, stop }, ...later.drafts] } : later
}

function moveLines(lines: readonly StoredLine[], by: number, action: RevisionAction): EditPlan {
  const early = lines.find(({ start }) => start + by < 0)
  const late = lines.find(({ stop }) => stop + by > MAX_TIME)
  if (early) return rejected(`The line at ${formatTimecode(early.start)} would start before zero.`)
  if (late)
    return rejected(
      `The line at ${formatTimecode(late.start)} would end after ${formatTimecode(MAX_TIME)}.`,
    )
  return {
    ok: true,
    action,
    removedIds: [],
    drafts:
      by === 0
        ? []
        : lines.map((line) => ({ ...line, start: line.start + by, stop: line.stop + by })),
  }
}

function splitText(text: string, after: number): [string, string] {
  const read = readMarkup(text)
  if (!read.ok) return [text, '']
  const sides: [TextRow[], TextRow[]] = [[[]], [[]]]
  let left = after
  for (const [index, row] of read.rows.entries()) {
    if (index > 0) {
      sides[left > 0 ? 0 : 1].push([])
      left--
    }
    for (const { text: words, styles } of row) {
      const inside = Math.max(0, Math.min(left, words.length))
      // A text with ruby stays whole.
      const cut = inside > 0 && rubyOf(styles) !== undefined ? words.length : inside
      if (cut) sides[0].at(-1)!.push({ text: words.slice(0, cut), styles })
      if (cut < words.length) sides[1].at(-1)!.push({ text: words.slice(cut), styles })
      left -= words.length
    }
  }
  return sides.map((rows) => trimmed(writeMarkup(rows))) as [string, string]
}

/** Without blank rows at either end. */
function trimmed(text: string): string {
  const rows = text.split('<br>')
  const hasText = (row: string) => row.trim() !== ''
  return rows
    .slice(Math.max(0, rows.findIndex(hasText)), rows.findLastIndex(hasText) + 1)
    .join('<br>')
    .trim()
}
