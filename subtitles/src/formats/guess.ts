import { WRITINGS, type Writing } from './letters.ts'
import { strictly } from './strictly.ts'

/** As much as is read to make up one's mind. */
const SAMPLE = 8000
/** Of the letters that are not ASCII, so many have to be at home in the language. */
const LEAST = 0.3
/** The language is known; somebody may still have sent another. */
const HINT = 0.25

/** The encoding a text was probably saved in. None, if it looks like no language. */
export function likeliestEncoding(bytes: Uint8Array, language?: string): string | undefined {
  const sample = linesWithLetters(bytes)
  const read = new Map(
    [...new Set(WRITINGS.flatMap(({ encodings }) => encodings))].map((encoding) => [
      encoding,
      strictly(encoding, sample, true),
    ]),
  )
  const scored = WRITINGS.flatMap((writing) =>
    writing.encodings.flatMap((encoding) => {
      const text = read.get(encoding)
      const score = text === undefined ? 0 : likeness(text, writing)
      return score >= LEAST
        ? [
            {
              encoding,
              score: score + (language && writing.languages.includes(language) ? HINT : 0),
            },
          ]
        : []
    }),
  )
  return scored.toSorted((one, other) => other.score - one.score)[0]?.encoding
}

/** Whole lines, since a line end is one in all of these encodings. */
function linesWithLetters(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE)
  let [length, begin] = [0, 0]
  while (begin < bytes.length && length < SAMPLE) {
    let end = begin + 1
    while (end < bytes.length && bytes[end - 1] !== 0x0a && bytes[end - 1] !== 0x0d) end++
    const line = bytes.subarray(begin, end)
    if (line.some((byte) => byte >= 0x80) && (length === 0 || length + line.length <= SAMPLE)) {
      sample.set(line.subarray(0, SAMPLE - length), length)
      length += line.length
    }
    begin = end
  }
  return sample.subarray(0, Math.min(length, SAMPLE))
}

/** From 0 to 1: how much of what is not ASCII is what the language is usually written with. */
function likeness(text: string, writing: Writing): number {
  const weigh = weigherOf(writing)
  const letters = [...text.normalize('NFC')]
  let [sum, weighed] = [0, 0]
  letters.forEach((letter, index) => {
    if (letter < '\u0080' || NEUTRAL.test(letter)) return
    weighed++
    sum += weigh(letter, letters[index - 1] ?? ' ', letters[index + 1] ?? ' ')
  })
  // Quotes and dashes alone are the same in all that Windows had.
  return weighed === 0 ? LEAST : Math.min(1, Math.max(0, sum / weighed))
}

/** Punctuation of all languages, and the signs subtitles have. */
const NEUTRAL = /[‘’“”„‚…–—«»¿¡‹›•°№€™©®\u00a0、。「」『』，！？・：；（）《》～　]/

type Weigh = (letter: string, before: string, after: string) => number

/** A text read wrongly has the rare letters of a language as often as the common ones. */
const weightOf = (rank: number) => Math.max(0.2, 1 - rank / 40)

function byLetter({ script, letters }: Writing): Weigh {
  const weights = new Map([...letters].map((letter, rank) => [letter, weightOf(rank)]))
  return (letter, before, after) => {
    // Signs of the wrong table: accents in a row, a foreign letter next to ASCII, a capital inside
    // a word.
    if (
      script === 'latin'
        ? isAccented(before) && isAccented(after)
        : isAscii(before) || isAscii(after)
    )
      return 0
    const lower = letter.toLowerCase()
    const weight = weights.get(lower)
    if (weight === undefined) return CONTROL.test(letter) ? -2 : -0.5
    if (lower === letter) return weight
    return weight * (isLetter(before) && before.toLowerCase() === before ? 0.3 : 0.9)
  }
}

const isLetter = (letter: string) => /\p{L}/u.test(letter)
const isAscii = (letter: string) => /[a-z]/i.test(letter)
const isAccented = (letter: string) => letter > '\u007f' && isLetter(letter)
const CONTROL = /[\u0080-\u009f]/

/** More than a third of a Chinese text are its hundred commonest characters. */
function byCharacter({ letters }: Writing): Weigh {
  const common = new Set(letters)
  return (letter) => (common.has(letter) ? 2.4 : HAN.test(letter) ? 0.05 : -1)
}

const HAN = /[\u4e00-\u9fff]/
const byKana: Weigh = (letter) =>
  /[\u3040-\u30ff]/.test(letter) ? 1.2 : HAN.test(letter) ? 0.5 : -1
const byHangul: Weigh = (letter) => (/[\uac00-\ud7a3]/.test(letter) ? 1 : -1)

function weigherOf(writing: Writing): Weigh {
  if (writing.script === 'kana') return byKana
  if (writing.script === 'hangul') return byHangul
  return writing.script === 'han' ? byCharacter(writing) : byLetter(writing)
}
