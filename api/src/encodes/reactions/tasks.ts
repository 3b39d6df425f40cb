// Run in worker threads. Lines are JSON texts.
import {
  FORMATS,
  writeAssScript,
  type AssAppearance,
  type FileInfo,
  type FormatName,
} from '@reelay/subtitles/formats'
import type { Cue } from '@reelay/subtitles'
import { invalid } from '../../kernel/http/contract/problem.ts'
import { parseLines } from '../../lines/commands/tasks/lines.ts'
import { toCue } from '../../lines/rules/line.ts'

export type ShownLines = { dialogue: readonly string[]; graphics: readonly string[] }

export function writeSidecarFile({
  dialogue,
  graphics,
  format,
  about,
}: ShownLines & { format: FormatName; about: FileInfo }): { bytes: Uint8Array } {
  const cues = parseLines([...dialogue, ...graphics])
    .map(toCue)
    .toSorted((one, other) => one.start - other.start || one.stop - other.stop)
  const written = FORMATS[format].write(cues, about)
  if (written.ok) return { bytes: written.bytes }
  const [first] = written.errors
  throw invalid(
    'format.cannot-say',
    `Line ${first!.cue + 1} cannot be written as ${format}: it ${first!.message}.`,
  )
}

export function writeBurnInScript({
  dialogue,
  graphics,
  style,
  showsOriginal,
}: ShownLines & { style: AssAppearance; showsOriginal: boolean }): string {
  const cuesOf = (lines: readonly string[]) =>
    parseLines(lines)
      .map(toCue)
      .map((cue) => (showsOriginal ? withOriginal(cue) : cue))
  return writeAssScript(cuesOf(dialogue), style, cuesOf(graphics))
}

/** The translation, and below it the original. */
const withOriginal = (cue: Cue): Cue =>
  cue.source && cue.source !== cue.text ? { ...cue, text: `${cue.text}<br>${cue.source}` } : cue
