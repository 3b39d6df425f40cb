import { msToFrame, frameToMs } from '../cue.ts'
import { writeMarkup } from '../markup.ts'
import type { CheckContext } from './context.ts'
import type { Rule } from './rule.ts'
import type { CheckedCue } from './checked-cue.ts'
import {
  countCharacters,
  countWords,
  measureEms,
  roundSpeed,
  VERTICAL_CHARACTERS,
} from './measure.ts'
import { endsInArticle, joinRows, rebreakRows } from './rows.ts'
import { foldText } from './term-index.ts'
import { isDialogueRow } from './typography.ts'

const subtitles = ['subtitles'] as const

export const charactersPerSecond: Rule = {
  id: 'CPS',
  title: 'Reading speed in characters per second',
  kinds: subtitles,
  about: 'both',
  find: ({ cue, length, startFrame }, { profile: { limits }, rate }) => {
    const [most, time] = [limits.charactersPerSecond, cue.stop - cue.start]
    if (most === undefined || !(time > 0) || length * 1000 <= most * time) return undefined
    const needed = Math.ceil((length * 1000) / most)
    const speed = roundSpeed((length * 1000) / time)
    return {
      value: speed,
      limit: most,
      message: `has a reading speed of ${speed} characters per second; the limit is ${most}`,
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
  title: 'Reading speed in words per minute',
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
    const speed = roundSpeed((count * 60_000) / time)
    return {
      value: speed,
      limit: most,
      message: `has a reading speed of ${speed} words per minute; the limit is ${most}`,
    }
  },
}

export const charactersPerLine: Rule = {
  id: 'CPL',
  title: 'Line length in characters',
  kinds: subtitles,
  about: 'text',
  find: (line, context) => {
    const { limits, style } = context.profile
    const isColumn = line.cue.writingMode !== undefined && style.counting === 'wide'
    const most = isColumn ? VERTICAL_CHARACTERS : limits.charactersPerLine
    const preferred = isColumn ? most : (limits.preferredCharactersPerLine ?? most)
    if (preferred === undefined) return undefined
    const longest = Math.max(0, ...line.plain.map((row) => countCharacters(row, style.counting)))
    if (longest <= preferred && (most === undefined || longest <= most)) return undefined
    const over = most !== undefined && longest > most
    const advice = over ? `the limit is ${most}` : `${preferred} or fewer are preferred`
    return {
      value: longest,
      limit: over ? most : preferred,
      message: `has a line length of ${longest} characters; ${advice}`,
      ...(!over && { severity: 'warning' as const }),
      fixes: () => rebreakFix(line, context, preferred),
    }
  },
}

export const width: Rule = {
  id: 'WIDTH',
  title: 'Estimated line width on screen',
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
    const widest = roundSpeed(
      (Math.max(0, ...plain.map(measureEms)) * letterHeight) / pictureAspect,
    )
    return widest > most
      ? {
          value: widest,
          limit: most,
          message: `has a line about ${widest} % as wide as the screen; the limit is ${most} %`,
        }
      : undefined
  },
}

export const lineCount: Rule = {
  id: 'LINES',
  title: 'Number of lines in a cue',
  kinds: subtitles,
  about: 'text',
  find: (line, context) => {
    const { lines: most, charactersPerLine: room = Infinity } = context.profile.limits
    if (most === undefined || line.plain.length <= most) return undefined
    return {
      value: line.plain.length,
      limit: most,
      message: `has ${line.plain.length} lines of text; the limit is ${most}`,
      fixes: () => (most >= 2 ? rebreakFix(line, context, room) : []),
    }
  },
}

/** A title above a sentence has no full stop: Chapter 3<br>The end. */
const areOneSentence = ({ plain }: CheckedCue): boolean =>
  plain.every((row, index) => index === 0 || !isTitle(plain[index - 1]!) || !/^\p{Lu}/u.test(row))
const isTitle = (row: string) =>
  /\d$/.test(row) || (/\p{L}$/u.test(row) && !/(?:^| )\p{Ll}/u.test(row))

export const lineBreaks: Rule = {
  id: 'BREAK',
  title: 'No unnecessary line break, and none after an article or conjunction or inside a name',
  kinds: subtitles,
  about: 'text',
  find: (line, context) => {
    const {
      profile: {
        limits: { charactersPerLine: room },
        style,
      },
      language,
    } = context
    const { articles = [], conjunctions = [], unspaced } = language
    if (room === undefined || unspaced || line.plain.length < 2 || line.plain.some(isDialogueRow))
      return undefined
    const together = countCharacters(line.plain.join(' '), style.counting)
    if (together <= room)
      return {
        value: line.plain.length,
        limit: 1,
        message: `has ${line.plain.length} lines that fit on one: ${together} of ${room} characters`,
        fixes: () => (areOneSentence(line) ? [{ text: writeMarkup([joinRows(line.rows)]) }] : []),
      }
    const broken = brokenName(line)
    if (broken !== undefined)
      return {
        value: broken,
        limit: null,
        message: `has a line break inside of “${broken}”`,
        fixes: () => rebreakFix(line, context, room),
      }
    const kept = [...articles, ...conjunctions]
    const name = language.marks === 'german' ? undefined : likelyName(line)
    // Only a person knows whether these are two names.
    if (name !== undefined)
      return { value: name, limit: null, message: `may have a line break inside of “${name}”` }
    const brokenRow = line.plain.slice(0, -1).find((row) => endsInArticle(row, kept))
    if (brokenRow === undefined) return undefined
    const article = brokenRow.slice(brokenRow.lastIndexOf(' ') + 1)
    return {
      value: article,
      limit: null,
      message: `has a line break after “${article}”; keep it with the next word`,
      fixes: () => rebreakFix(line, context, room),
    }
  },
}

/** A name of the project that continues in the next row. */
const brokenName = ({ terms, plain }: CheckedCue): string | undefined =>
  terms.find(({ list, target }) => {
    if (list !== 'NAME' || !target.includes(' ')) return false
    const [joined, name] = [foldText(plain.join(' ')), foldText(target)]
    return joined.includes(name) && !plain.some((row) => foldText(row).includes(name))
  })?.target

/** A capitalised word after a small one, and another in the next row. */
const NAME_ENDS = /\p{Ll}[,;:]? (\p{Lu}\p{Ll}{2,})$/u
const NAME_GOES_ON = /^(\p{Lu}\p{Ll}{2,})(?![\p{L}'’])/u

function likelyName({ plain }: CheckedCue): string | undefined {
  for (let row = 1; row < plain.length; row++) {
    const first = NAME_ENDS.exec(plain[row - 1]!)?.[1]
    const second = first && NAME_GOES_ON.exec(plain[row]!)?.[1]
    if (second) return `${first} ${second}`
  }
  return undefined
}

export const budget: Rule = {
  id: 'BUDGET',
  title: 'A graphic fits the character limit of its card',
  kinds: ['graphics'],
  about: 'text',
  find: ({ cue, plain }, { profile: { style } }) => {
    const count = plain.reduce((sum, row) => sum + countCharacters(row, style.counting), 0)
    return cue.budget !== undefined && count > cue.budget
      ? {
          value: count,
          limit: cue.budget,
          message: `has ${count} characters; the limit of the card is ${cue.budget}`,
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
  { profile: { style }, language: { articles, unspaced } }: CheckContext,
  room: number,
) {
  const text =
    unspaced || plain.some(isDialogueRow) ? undefined : rebreakRows(rows, room, style, articles)
  return text === undefined ? [] : [{ text }]
}
