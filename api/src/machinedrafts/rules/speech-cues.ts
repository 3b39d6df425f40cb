// Script lines from what a speech recognizer heard. Its segments can be as long as half a minute.
import { writeMarkup } from '@reelay/subtitles'
import { cleanText } from './clean-text.ts'

/** Times in seconds of the film. */
export type SpeechSegment = { start: number; end: number; text: string }
export type SpeechCue = { start: number; stop: number; text: string }

/** Two rows of 42 characters, which is usual for subtitles. */
const MAX_ROW = 42
const MAX_CHARACTERS = 2 * MAX_ROW
const MIN_MS = 200

/** In order of time, without overlaps. Segments without text or duration are left out. */
export function toSpeechCues(segments: readonly SpeechSegment[], filmMs: number): SpeechCue[] {
  const cues = segments
    .flatMap(splitSegment)
    .map(({ start, end, text }) => ({
      start: clamp(start * 1000, filmMs),
      stop: clamp(end * 1000, filmMs),
      text,
    }))
    .toSorted((a, b) => a.start - b.start)
  return cues.flatMap(({ start, stop, text }, index) => {
    const end = Math.min(stop, cues[index + 1]?.start ?? stop)
    return end - start < MIN_MS
      ? []
      : [
          {
            start,
            stop: end,
            text: writeMarkup(toRows(text).map((row) => [{ text: row, styles: [] }])),
          },
        ]
  })
}

const clamp = (ms: number, max: number) => Math.max(0, Math.min(max, Math.round(ms)))

/** Each part gets the time of its share of the characters. */
function splitSegment({ start, end, text }: SpeechSegment): SpeechSegment[] {
  const words = cleanText(text)
  if (!words || !(end > start)) return []
  const parts = splitText(words)
  const perCharacter = (end - start) / parts.join('').length
  let time = start
  return parts.map((part) => {
    const partStart = time
    time += part.length * perCharacter
    return { start: partStart, end: time, text: part.trim() }
  })
}

/** At the end of a sentence where possible, and otherwise between words. */
function splitText(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > MAX_CHARACTERS) {
    const end = findBreak(rest)
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...parts, rest].filter((part) => part.trim())
}

function findBreak(text: string): number {
  const head = text.slice(0, MAX_CHARACTERS)
  const sentence = Math.max(...['. ', '? ', '! ', '… '].map((mark) => head.lastIndexOf(mark)))
  if (sentence > MAX_CHARACTERS / 3) return sentence + 2
  const space = head.lastIndexOf(' ')
  return space > 0 ? space + 1 : MAX_CHARACTERS
}

function toRows(text: string): string[] {
  if (text.length <= MAX_ROW) return [text]
  const middle = Math.floor(text.length / 2)
  const [before, after] = [text.lastIndexOf(' ', middle), text.indexOf(' ', middle)]
  const space = after < 0 || middle - before < after - middle ? before : after
  return space <= 0 ? [text] : [text.slice(0, space), text.slice(space + 1)]
}
