// Letters that look like those of another script: search, spell check and readers' devices take them
// for what they are. There is no automatic fix, because a fix never changes a letter.
import type { Rule } from './rule.ts'

const LATIN = 'aceopxyABCEHKMOPTXY'
const CYRILLIC = 'асеорхуАВСЕНКМОРТХУ'
const LATIN_OF_GREEK = 'ABEZHIKMNOPTYXov'
const GREEK = 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧον'

const pairs = (from: string, to: string) =>
  new Map([...from].map((letter, index) => [letter, [...to][index]!]))
const SCRIPTS = [
  {
    name: 'Cyrillic',
    letters: /\p{Script=Cyrillic}/gu,
    toLatin: pairs(CYRILLIC, LATIN),
    fromLatin: pairs(LATIN, CYRILLIC),
  },
  {
    name: 'Greek',
    letters: /\p{Script=Greek}/gu,
    toLatin: pairs(GREEK, LATIN_OF_GREEK),
    fromLatin: pairs(LATIN_OF_GREEK, GREEK),
  },
]
const LATIN_LETTER = /\p{Script=Latin}/gu
const WORD = /[\p{L}\p{M}]+/gu

export const homoglyph: Rule = {
  id: 'HOMOGLYPH',
  title: 'The letters of a word are of one script',
  kinds: ['subtitles', 'graphics'],
  about: 'text',
  find: (line) => {
    // Most texts have one script.
    if (!/[A-Za-z]/.test(line.text) || !/[\u0370-\u04ff]/.test(line.text)) return undefined
    for (const row of line.plain)
      for (const [word] of row.matchAll(WORD)) {
        const mixed = repairWord(word)
        if (mixed)
          return {
            value: word,
            limit: mixed.repaired,
            message: `has “${word}” with a letter that only looks ${mixed.script}`,
          }
      }
    return undefined
  },
}

/** The script with more letters is meant. Undefined for words that mix scripts on purpose: SMSка. */
function repairWord(word: string): { repaired: string; script: string } | undefined {
  const latin = word.match(LATIN_LETTER)?.length ?? 0
  if (latin === 0 || latin === word.length) return undefined
  for (const { name, letters, toLatin, fromLatin } of SCRIPTS) {
    const others = word.match(letters)?.length ?? 0
    if (others === 0 || latin + others !== word.length) continue
    const isLatin = latin > others
    const table = isLatin ? toLatin : fromLatin
    const isStray = (letter: string) =>
      isLatin ? !/\p{Script=Latin}/u.test(letter) : /\p{Script=Latin}/u.test(letter)
    const repaired = [...word].map((letter) => (isStray(letter) ? table.get(letter) : letter))
    if (repaired.every((letter) => letter !== undefined))
      return { repaired: repaired.join(''), script: isLatin ? 'Latin' : name }
  }
  return undefined
}
