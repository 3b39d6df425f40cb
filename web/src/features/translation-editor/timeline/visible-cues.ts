import { plainText } from '@reelay/subtitles'
import type { Cue } from './timeline-props.ts'

/**
 * The lines that can be seen between two moments. Cues are in the order of time, but a long card
 * may begin far before.
 */
export const cuesWithin = (cues: readonly Cue[], fromMs: number, untilMs: number): Cue[] =>
  cues.filter(({ startMs, stopMs }) => stopMs > fromMs && startMs < untilMs)

export const cuesAt = (cues: readonly Cue[], ms: number): Cue[] =>
  cues.filter(({ startMs, stopMs }) => startMs <= ms && ms < stopMs)

const LABEL_LENGTH = 40
/** The first words, without tags. */
export const shortLabel = ({ text, source }: Cue): string =>
  plainText(text || source)
    .replaceAll('\n', ' ')
    .slice(0, LABEL_LENGTH)
