import type { workrequests } from '@reelay/api/contract'
import { parseTimecode, plainText } from '@reelay/subtitles'
import type { CaptionCue } from '../../../player/captions.tsx'

type Line = Pick<
  workrequests.WorkRequest['translation']['lines'][number],
  'startTime' | 'stopTime' | 'text'
>

/** The translated lines, to show over the film. */
export const toCues = (lines: readonly Line[]): CaptionCue[] =>
  lines
    .filter(({ text }) => text)
    .map(({ startTime, stopTime, text }) => ({
      startMs: parseTimecode(startTime),
      stopMs: parseTimecode(stopTime),
      text: plainText(text),
    }))
