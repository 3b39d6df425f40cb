// Letters that look like those of another script: search, spell check and readers' devices take them
// for what they are. There is no automatic fix, because a fix never changes a letter.
import type { Rule } from './rule.ts'

const CYRILLIC = pairsOf('асеорхуАВСЕНКМОРТХУ', 'aceopxyABCEHKMOPTXY')
const GREEK = pairsOf('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧον', 'ABEZHIKMNOPTYXov')
const SCRIPTS = [
  { name: 'Cyrillic', letters: /\p{Script=Cyrillic}/gu, ...CYRILLIC },
  { name: 'Greek', letters: /\p{Script=Greek}/gu, ...GREEK },
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
        const intended = findIntendedWord(word)
        if (intended)
          return {
            value: word,
            // What the word has to be.
            limit: intended.word,
            message: `has “${word}” with a letter that only looks ${intended.script}`,
          }
      }
    return undefined
  },
}

/** The script with more letters is meant. Undefined for words that mix scripts on purpose: SMSка. */
function findIntendedWord(word: string): { word: string; script: string } | undefined {
  const latin = word.match(LATIN_LETTER)?.length ?? 0
  if (latin === 0 || latin === word.length) return undefined
  for (const { name, letters, toLatin, fromLatin } of SCRIPTS) {
    const others = word.match(letters)?.length ?? 0
    if (others === 0 || latin + others !== word.length) continue
    const isLatin = latin > others
    const table = isLatin ? toLatin : fromLatin
    const isStray = (letter: string) =>
      isLatin ? !/\p{Script=Latin}/u.test(letter) : /\p{Script=Latin}/u.test(letter)
    const intended = [...word].map((letter) => (isStray(letter) ? table.get(letter) : letter))
    if (intended.every((letter) => letter !== undefined))
      return { word: intended.join(''), script: isLatin ? 'Latin' : name }
  }
  return undefined
}

function pairsOf(letters: string, latin: string) {
  const pairs = [...letters].map((letter, index) => [letter, latin[index]!] as const)
  return {
    toLatin: new Map(pairs),
    fromLatin: new Map(pairs.map(([letter, latinLetter]) => [latinLetter, letter])),
  }
}
