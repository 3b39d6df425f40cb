import { plainText } from '@reelay/subtitles'
import type { TimelineCue } from './timeline-props.ts'

/** Cues are sorted by start, but long graphics may begin far before, so all are checked. */
export const cuesWithin = (
  cues: readonly TimelineCue[],
  fromMs: number,
  untilMs: number,
): TimelineCue[] => cues.filter(({ startMs, stopMs }) => stopMs > fromMs && startMs < untilMs)

export const cuesAt = (cues: readonly TimelineCue[], ms: number): TimelineCue[] =>
  cues.filter(({ startMs, stopMs }) => startMs <= ms && ms < stopMs)

const LABEL_LENGTH = 40
/** The start of the text, without tags. */
export const shortLabel = ({ text, source }: TimelineCue): string =>
  plainText(text || source)
    .replaceAll('\n', ' ')
    .slice(0, LABEL_LENGTH)

/** The lines that start after the end of the film. */
export const cuesAfter = (cues: readonly TimelineCue[], lengthMs: number): TimelineCue[] =>
  cues.filter(({ startMs }) => startMs >= lengthMs)
