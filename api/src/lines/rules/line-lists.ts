// The rows of a dialogue list and of a spotting list.
import {
  allowsDropFrame,
  formatSmpte,
  msToFrame,
  nominalRate,
  parseSmpte,
  plainText,
  type FrameCount,
  type FrameRate,
} from '@reelay/subtitles'
import { countCharacters, roundSpeed } from '@reelay/subtitles/checks'
import type { ProfileStyle } from '@reelay/subtitles/profiles'
import type { LineList } from '../contract/lists.ts'
import type { StoredLine } from './line.ts'

/** Where the frames of the film start. */
export type Clock = FrameCount & { firstFrame: number }

/** A film without a timecode starts at 0. Only a semicolon, or no timecode, means drop frame. */
export function clockOf(timecode: string | null, rate: FrameRate): Clock {
  const count = { rate, drop: allowsDropFrame(rate) && !/:\d+$/.test(timecode ?? '') }
  return { ...count, firstFrame: parseSmpte(timecode ?? '', count) ?? 0 }
}

export type ListColumn = {
  title: string
  /** Of the width of a page. */
  share: number
  language?: 'text' | 'source'
  isNumber?: true
}
export type ListTable = { columns: readonly ListColumn[]; rows: string[][] }

export type ListOptions = {
  list: LineList
  of: 'text' | 'source'
  clock: Clock
  counting: Pick<ProfileStyle, 'counting' | 'spacesCount'>
  /** Whether the lines are a translation, which has an original. */
  isTranslation: boolean
  /** Open comments by line. */
  comments: ReadonlyMap<string, string>
}

const NUMBER: ListColumn = { title: 'No.', share: 5, isNumber: true }
const TIMES: readonly ListColumn[] = [
  { title: 'In', share: 9 },
  { title: 'Out', share: 9 },
]

export const listLines = (lines: readonly StoredLine[], options: ListOptions): ListTable =>
  options.list === 'dialogue' ? dialogueList(lines, options) : spottingList(lines, options)

function dialogueList(
  lines: readonly StoredLine[],
  { clock, isTranslation, comments }: ListOptions,
): ListTable {
  return {
    columns: [
      NUMBER,
      ...TIMES,
      { title: 'Speaker', share: 11 },
      { title: 'Original', share: 27, language: isTranslation ? 'source' : 'text' },
      ...(isTranslation ? [{ title: 'Translation', share: 27, language: 'text' } as const] : []),
      { title: 'Note', share: 16, language: 'text' },
    ],
    rows: lines.map(({ _id, speaker, name, source, text, note, ...line }, index) => [
      String(index + 1),
      ...timesOf(line, clock),
      speaker ?? name ?? '',
      ...(isTranslation ? [plainText(source)] : []),
      plainText(text),
      [note, comments.get(_id)].filter(Boolean).join('\n'),
    ]),
  }
}

function spottingList(
  lines: readonly StoredLine[],
  { clock, counting, of }: ListOptions,
): ListTable {
  return {
    columns: [
      NUMBER,
      ...TIMES,
      { title: 'Duration', share: 8 },
      { title: 'Characters', share: 9, isNumber: true },
      { title: 'Characters/s', share: 10, isNumber: true },
      { title: 'Text', share: 50, language: of },
    ],
    rows: lines.map((line, index) => {
      const text = plainText(of === 'source' ? line.source : line.text)
      const count = countText(text, counting)
      return [
        String(index + 1),
        ...timesOf(line, clock),
        durationOf(line, clock),
        String(count),
        line.stop > line.start ? String(roundSpeed((count * 1000) / (line.stop - line.start))) : '',
        text,
      ]
    }),
  }
}

type Times = Pick<StoredLine, 'start' | 'stop'>

const timesOf = ({ start, stop }: Times, clock: Clock) =>
  [start, stop].map((time) => formatSmpte(clock.firstFrame + msToFrame(time, clock.rate), clock))

/** Seconds and frames, such as 02:12. */
function durationOf({ start, stop }: Times, { rate }: Clock): string {
  const frames = msToFrame(stop, rate) - msToFrame(start, rate)
  const second = nominalRate(rate)
  const two = (amount: number) => String(amount).padStart(2, '0')
  return `${two(Math.floor(frames / second))}:${two(frames % second)}`
}

/** As the checks count the reading speed. */
const countText = (text: string, { counting, spacesCount }: ListOptions['counting']) =>
  text
    .split('\n')
    .reduce(
      (sum, row) => sum + countCharacters(spacesCount ? row : row.replace(/\s/g, ''), counting),
      0,
    )
