// Sentences that end in one cue or continue in the next.
import type { Rule } from './rule.ts'

const SENTENCE_END = /[.!?]["'”“’»)\]]*$/
const ELLIPSIS = /(?:…|\.{3})["'”“’»)\]]*$/
/** Patterns that look for the end of a text read all of it, so most texts skip them. */
const mayEnd = (text: string) => '.!?…"\'”“’»)]'.includes(text.at(-1) ?? ' ')
/** Mr. and e.g. end no sentence. */
const ABBREVIATION = /(?:^|[\s(])(?:\p{Lu}\p{Ll}{0,3}|\p{L}|(?:\p{L}\.)+\p{L})\.$/u
/** A small letter after quotes and brackets. Words such as iPhone start with one on purpose. */
const SMALL_START = /^["'“„«»‘([]*((?!\p{Script=Georgian})\p{Ll}(?!\p{Lu})[\p{L}\p{M}]*)/u
/** A longer pause separates two sentences. */
const MAX_PAUSE = 2000

export const sentenceCase: Rule = {
  id: 'CASE',
  title: 'A sentence starts with a capital letter',
  kinds: ['subtitles'],
  about: 'text',
  find: ({ text, before }) => {
    if (!before || !mayEnd(before.text) || !SENTENCE_END.test(before.text)) return undefined
    if (ELLIPSIS.test(before.text)) return undefined
    const word = SMALL_START.exec(text)?.[1]
    if (word === undefined || ABBREVIATION.test(before.text)) return undefined
    return {
      value: word,
      limit: null,
      message: `starts with “${word}”, but the cue before ends a sentence`,
    }
  },
}

export const continuity: Rule = {
  id: 'CONT',
  title: 'No ellipsis where a sentence continues in the next cue',
  kinds: ['subtitles'],
  about: 'both',
  find: ({ text, cue, after }) =>
    after &&
    mayEnd(text) &&
    ELLIPSIS.test(text) &&
    after.cue.start - cue.stop <= MAX_PAUSE &&
    SMALL_START.test(after.text)
      ? {
          value: '…',
          limit: null,
          message: 'ends with an ellipsis, but the sentence continues in the next cue',
        }
      : undefined,
}
