import { ALPHABETS, type Alphabet } from './alphabets.ts'
import { decodeStrict } from './decode-strict.ts'

/** How many bytes are inspected. */
const SAMPLE_BYTES = 8000
/** Minimum score of the non-ASCII letters. */
const MIN_SCORE = 0.3
/** Bonus for the expected language; the file may still be in another. */
const LANGUAGE_BONUS = 0.25

/** The most likely encoding, or undefined if the text matches no language. */
export function guessEncoding(bytes: Uint8Array, language?: string): string | undefined {
  const sample = sampleLines(bytes)
  const read = new Map(
    [...new Set(ALPHABETS.flatMap(({ encodings }) => encodings))].map((encoding) => [
      encoding,
      decodeStrict(encoding, sample, true),
    ]),
  )
  const scored = ALPHABETS.flatMap((writing) =>
    writing.encodings.flatMap((encoding) => {
      const text = read.get(encoding)
      const score = text === undefined ? 0 : scoreText(text, writing)
      return score >= MIN_SCORE
        ? [
            {
              encoding,
              score:
                score + (language && writing.languages.includes(language) ? LANGUAGE_BONUS : 0),
            },
          ]
        : []
    }),
  )
  return scored.toSorted((one, other) => other.score - one.score)[0]?.encoding
}

/** Samples whole lines, because line ends are the same in all these encodings. */
function sampleLines(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES)
  let [length, begin] = [0, 0]
  while (begin < bytes.length && length < SAMPLE_BYTES) {
    let end = begin + 1
    while (end < bytes.length && bytes[end - 1] !== 0x0a && bytes[end - 1] !== 0x0d) end++
    const line = bytes.subarray(begin, end)
    if (
      line.some((byte) => byte >= 0x80) &&
      (length === 0 || length + line.length <= SAMPLE_BYTES)
    ) {
      sample.set(line.subarray(0, SAMPLE_BYTES - length), length)
      length += line.length
    }
    begin = end
  }
  return sample.subarray(0, Math.min(length, SAMPLE_BYTES))
}

/** 0 to 1: how well the non-ASCII characters match the alphabet. */
function scoreText(text: string, writing: Alphabet): number {
  const weightOf = createWeigher(writing)
  const letters = [...text.normalize('NFC')]
  let [sum, totalWeight] = [0, 0]
  letters.forEach((letter, index) => {
    if (letter < '\u0080' || NEUTRAL.test(letter)) return
    totalWeight++
    sum += weightOf(letter, letters[index - 1] ?? ' ', letters[index + 1] ?? ' ')
  })
  // Quotes and dashes alone are the same in all Windows code pages.
  return totalWeight === 0 ? MIN_SCORE : Math.min(1, Math.max(0, sum / totalWeight))
}

/** Punctuation used in every language, and symbols of subtitles. */
const NEUTRAL = /[‘’“”„‚…–—«»¿¡‹›•°№€™©®\u00a0、。「」『』，！？・：；（）《》～　]/

type Weigh = (letter: string, before: string, after: string) => number

/** Wrongly decoded text has rare letters as often as common ones. */
const rankWeight = (rank: number) => Math.max(0.2, 1 - rank / 40)

function byLetter({ script, letters }: Alphabet): Weigh {
  const weights = new Map([...letters].map((letter, rank) => [letter, rankWeight(rank)]))
  return (letter, before, after) => {
    // Signs of a wrong encoding: adjacent accents, a foreign letter next to ASCII, a capital inside
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

/** The hundred most common characters make up more than a third of a Chinese text. */
function byCharacter({ letters }: Alphabet): Weigh {
  const common = new Set(letters)
  return (letter) => (common.has(letter) ? 2.4 : HAN.test(letter) ? 0.05 : -1)
}

const HAN = /[\u4e00-\u9fff]/
const byKana: Weigh = (letter) =>
  /[\u3040-\u30ff]/.test(letter) ? 1.2 : HAN.test(letter) ? 0.5 : -1
const byHangul: Weigh = (letter) => (/[\uac00-\ud7a3]/.test(letter) ? 1 : -1)

function createWeigher(writing: Alphabet): Weigh {
  if (writing.script === 'kana') return byKana
  if (writing.script === 'hangul') return byHangul
  return writing.script === 'han' ? byCharacter(writing) : byLetter(writing)
}
