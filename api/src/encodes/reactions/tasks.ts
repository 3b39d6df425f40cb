// Run in worker threads. Lines are JSON texts.
import {
  FORMATS,
  writeAssScript,
  type AssAppearance,
  type FileInfo,
  type FormatName,
} from '@reelay/subtitles/formats'
import type { Cue } from '@reelay/subtitles'
import {
  deliver,
  deliveryOffset,
  DELIVERY_PROFILES,
  type DeliveryName,
  type DeliveryProfile,
} from '@reelay/subtitles/delivery'
import { invalid } from '../../kernel/http/contract/problem.ts'
import { parseLines } from '../../lines/commands/tasks/lines.ts'
import { toCue } from '../../lines/rules/line.ts'
import { isDelivery } from '../rules/plan.ts'

export type ShownLines = { dialogue: readonly string[]; graphics: readonly string[] }

export function writeSidecarFile({
  dialogue,
  graphics,
  target,
  about,
}: ShownLines & { target: FormatName | DeliveryName; about: FileInfo }): { bytes: Uint8Array } {
  const cues = parseLines([...dialogue, ...graphics])
    .map(toCue)
    .toSorted((one, other) => one.start - other.start || one.stop - other.stop)
  const { title, written } = isDelivery(target)
    ? deliverCues(cues, DELIVERY_PROFILES[target], about)
    : { title: target, written: FORMATS[target].write(cues, about) }
  if (written.ok) return { bytes: written.bytes }
  const { cue, message } = written.errors[0]!
  throw invalid(
    'format.unsupported',
    cue === null ? `${message}.` : `Line ${cue + 1} cannot be written as ${title}: it ${message}.`,
  )
}

/** Checked by the rules of the recipient, from the start time that it expects. */
const deliverCues = (cues: readonly Cue[], profile: DeliveryProfile, about: FileInfo) => ({
  title: profile.title,
  written: deliver(cues, profile, { ...about, offset: deliveryOffset(profile, about.rate) }),
})

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
