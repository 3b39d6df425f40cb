// Brackets for sounds and speakers, as subtitles for the deaf and hard of hearing have them.
import { writeMarkup } from '../markup.ts'
import type { CheckedCue } from './checked-cue.ts'
import type { Rule, RuleResult } from './rule.ts'
import { replaceInRow } from './rows.ts'

/** :-) and (: are faces; 1) and a) are items of a list. */
const NOT_BRACKETS =
  /[:;=8xX][-'^]?[)(\][]|(?<!\p{L})[)(\][][-'^]?[:;=8](?=\s|$)|(?<![\p{L}\p{N}(])[\p{L}\p{N}]{1,2}\)/gu
const PAIRS = [
  ['(', ')'],
  ['[', ']'],
  ['（', '）'],
] as const
/** A row that is one sound: (laughs) */
const SOUND = /^((?:[-–—] ?)?)\(([^()]*)\)$/g
/** After a sentence it may be a sound too: Wait. (sighs) */
const SOUND_INSIDE = /(?:^|[.!?…] )(\(\p{Ll}[^()]*\))/u
/** JOHN: Wait. Or with how he speaks: JOHN (whispers): Wait. */
const SPEAKER = /^(?:[-–—] ?)?(\p{Lu}[\p{Lu}\p{N} .'’-]{1,30})(?:\([^()]{1,40}\))?:(?: |$)/u

export const brackets: Rule = {
  id: 'BRACKETS',
  title: 'Brackets are closed, and sounds have the brackets of the profile',
  kinds: ['subtitles'],
  about: 'text',
  find: (line, { profile: { style } }) => {
    const other = style.soundBrackets === '[' ? findUnbracketed(line) : undefined
    if (!/[()[\]（）]/.test(line.text)) return other
    for (const [opening, closing] of PAIRS) {
      const open = balanceOf(line, opening, closing)
      if (open === 0 || isContinued(line, open, opening, closing)) continue
      const [value, limit] = open > 0 ? [opening, closing] : [closing, opening]
      return { value, limit, message: `has ${value} without ${limit}` }
    }
    const sound = style.soundBrackets === '[' && line.plain.find((row) => row.search(SOUND) >= 0)
    if (!sound) return other
    return {
      value: sound,
      limit: '[ ]',
      message: 'has a sound in round brackets; write [ ]',
      fixes: () => [
        {
          text: writeMarkup(
            line.rows.map((row) =>
              replaceInRow(row, SOUND, ([, dash, text]) => `${dash}[${text}]`),
            ),
          ),
        },
      ],
    }
  },
}

/** Sounds and speakers that a person has to look at. */
function findUnbracketed({ plain }: CheckedCue): RuleResult | undefined {
  const speaker = plain.map((row) => SPEAKER.exec(row)?.[1]?.trim()).find(Boolean)
  if (speaker)
    return { value: speaker, limit: '[ ]', message: `has the speaker ${speaker}; write [ ]` }
  const sound = plain.map((row) => SOUND_INSIDE.exec(row)?.[1]).find(Boolean)
  return sound
    ? { value: sound, limit: '[ ]', message: `has ${sound}; write a sound in [ ]` }
    : undefined
}

/** How many brackets are open at the end of the cue. */
function balanceOf({ plain }: CheckedCue, opening: string, closing: string): number {
  let open = 0
  for (const character of plain.join('\n').replaceAll(NOT_BRACKETS, ''))
    if (character === opening) open++
    else if (character === closing) open--
  return open
}

/** A bracket may be closed in the next cue. */
function isContinued(line: CheckedCue, open: number, opening: string, closing: string): boolean {
  const beside = open > 0 ? line.after : line.before
  return beside !== undefined && balanceOf(beside, opening, closing) === -open
}
