import { msToFrame, frameToMs } from '../cue.ts'
import { writeMarkup } from '../markup.ts'
import type { CheckContext, Rule } from './context.ts'
import type { CheckedCue } from './checked-cue.ts'
import { countCharacters, measureEms, countWords } from './measure.ts'
import { endsInArticle, joinRows, rebreakRows } from './rows.ts'
import { isDialogueRow } from './typography.ts'

const subtitles = ['subtitles'] as const
/** Rounds up, so that a broken limit is never shown as met. */
const roundUp = (value: number) => Math.ceil(value * 10 - 1e-9) / 10

export const charactersPerSecond: Rule = {
  id: 'CPS',
  title: 'There is time to read it: characters a second',
  kinds: subtitles,
  about: 'both',
  find: ({ cue, length, startFrame }, { profile: { limits }, rate }) => {
    const [most, time] = [limits.charactersPerSecond, cue.stop - cue.start]
    if (most === undefined || !(time > 0) || length * 1000 <= most * time) return undefined
    const needed = Math.ceil((length * 1000) / most)
    return {
      value: roundUp((length * 1000) / time),
      limit: most,
      message: `${roundUp((length * 1000) / time)} characters a second; ${most} is the most here`,
      fixes: () =>
        needed - time <= (limits.lateOut ?? 0)
          ? [
              { stop: frameToMs(startFrame + msToFrame(needed, rate) + 1, rate) },
              { stop: cue.start + needed },
            ]
          : [],
    }
  },
}

export const wordsPerMinute: Rule = {
  id: 'WPM',
  title: 'There is time to read it: words a minute',
  kinds: subtitles,
  about: 'both',
  find: (
    { cue, text },
    {
      profile: {
        limits: { wordsPerMinute: most },
      },
    },
  ) => {
    const time = cue.stop - cue.start
    if (most === undefined || !(time > 0)) return undefined
    const count = countWords(text)
    if (count * 60_000 <= most * time) return undefined
    const speed = roundUp((count * 60_000) / time)
    return {
      value: speed,
      limit: most,
      message: `${speed} words a minute; ${most} is the most here`,
    }
  },
}

export const charactersPerLine: Rule = {
  id: 'CPL',
  title: 'A row is not too long: characters',
  kinds: subtitles,
  about: 'text',
  find: (line, context) => {
    const { limits, manner } = context.profile
    const { charactersPerLine: most, preferredCharactersPerLine: preferred = most } = limits
    if (preferred === undefined) return undefined
    const longest = Math.max(0, ...line.plain.map((row) => countCharacters(row, manner.counting)))
    if (longest <= preferred && (most === undefined || longest <= most)) return undefined
    const over = most !== undefined && longest > most
    return {
      value: longest,
      limit: over ? most : preferred,
      message: `a row of ${longest} characters; ${over ? `${most} is the most here` : `${preferred} or fewer are better`}`,
      ...(!over && { severity: 'warning' as const }),
      fixes: () => rebreakFix(line, context, preferred),
    }
  },
}

export const width: Rule = {
  id: 'WIDTH',
  title: 'A row is not too wide on the picture, by estimate',
  kinds: subtitles,
  about: 'text',
  find: (
    { plain },
    {
      profile: {
        limits: { width: most, letterHeight, pictureAspect },
      },
    },
  ) => {
    if (most === undefined || letterHeight === undefined || pictureAspect === undefined)
      return undefined
    const widest = roundUp((Math.max(0, ...plain.map(measureEms)) * letterHeight) / pictureAspect)
    return widest > most
      ? {
          value: widest,
          limit: most,
          message: `a row takes about ${widest} % of the picture's width; ${most} % is the most here`,
        }
      : undefined
  },
}

export const lineCount: Rule = {
  id: 'LINES',
  title: 'Not too many rows',
  kinds: subtitles,
  about: 'text',
  find: (line, context) => {
    const { lines: most, charactersPerLine: room = Infinity } = context.profile.limits
    if (most === undefined || line.plain.length <= most) return undefined
    return {
      value: line.plain.length,
      limit: most,
      message: `${line.plain.length} rows; ${most} are the most here`,
      fixes: () => (most >= 2 ? rebreakFix(line, context, room) : []),
    }
  },
}

export const lineBreaks: Rule = {
  id: 'BREAK',
  title: 'One row where one will do, and no break after an article',
  kinds: subtitles,
  about: 'text',
  find: (line, context) => {
    const {
      profile: {
        limits: { charactersPerLine: room },
        manner,
      },
      language: { articles = [], unspaced },
    } = context
    if (room === undefined || unspaced || line.plain.length < 2 || line.plain.some(isDialogueRow))
      return undefined
    const together = countCharacters(line.plain.join(' '), manner.counting)
    if (together <= room)
      return {
        value: line.plain.length,
        limit: 1,
        message: `${line.plain.length} rows that fit in one: together ${together} characters, and ${room} have room`,
        fixes: () => [{ text: writeMarkup([joinRows(line.rows)]) }],
      }
    const parted = line.plain.slice(0, -1).find((row) => endsInArticle(row, articles))
    if (parted === undefined) return undefined
    const article = parted.slice(parted.lastIndexOf(' ') + 1)
    return {
      value: article,
      limit: null,
      message: `the row breaks after “${article}”: keep it with its word`,
      fixes: () => rebreakFix(line, context, room),
    }
  },
}

export const budget: Rule = {
  id: 'BUDGET',
  title: 'A graphic has no more characters than its card has room for',
  kinds: ['graphics'],
  about: 'text',
  find: ({ cue, plain }, { profile: { manner } }) => {
    const count = plain.reduce((sum, row) => sum + countCharacters(row, manner.counting), 0)
    return cue.budget !== undefined && count > cue.budget
      ? {
          value: count,
          limit: cue.budget,
          message: `${count} characters; the card has room for ${cue.budget}`,
        }
      : undefined
  },
}

/**
 * Rows of two speakers stay as they are. Languages without spaces need a person to choose the
 * break.
 */
function rebreakFix(
  { plain, rows }: CheckedCue,
  { profile: { manner }, language: { articles, unspaced } }: CheckContext,
  room: number,
) {
  const text =
    unspaced || plain.some(isDialogueRow) ? undefined : rebreakRows(rows, room, manner, articles)
  return text === undefined ? [] : [{ text }]
}
