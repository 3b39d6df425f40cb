// Text length as readers see it: in characters, in words and in rendered width.
import type { ProfileStyle } from '../profiles/profile.ts'
import { WIDE } from '../wide.ts'

type Counting = ProfileStyle['counting']

/** Invisible characters: direction marks, soft hyphens, joiners. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/**
 * Scripts where one code unit is one character. Intl.Segmenter takes 10 µs a row, too slow for
 * 10,000 cues.
 */
const SIMPLE = String.raw` -~\u00a0-\u02ff\u0370-\u0482\u048a-\u058f\u05d0-\u05f4\u0606-\u060f\u061b\u061d-\u064a\u0660-\u066f\u0671-\u06d5\u06ee-\u06ff\u1e00-\u1fff\u2010-\u2027\u2030-\u205f\u2070-\u20cf\u2100-\u2bff\u2e80-\u3029\u3030-\u3098\u309b-\ua48f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff9d\uffe0-\uffe6`
/**
 * Combining marks of Latin, Cyrillic, Hebrew, Arabic and Thai: each belongs to the character before
 * it.
 */
const MARKS = String.raw`\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0e31\u0e33-\u0e3a\u0e47-\u0e4e`
const ALL_SIMPLE = new RegExp(`^[${SIMPLE}]*$`)
const SIMPLE_OR_MARKED = new RegExp(
  `^[${SIMPLE}\\u0e01-\\u0e30\\u0e32\\u0e3f-\\u0e46\\u0e4f-\\u0e5b][${SIMPLE}${MARKS}\\u0e01-\\u0e5b]*$`,
)
/** Devanagari: its marks combine too, and consonants joined by a virama are one character. */
const INDIC = String.raw`\u0900-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963`
const ALL_INDIC = new RegExp(
  `^[${SIMPLE}\\u0904-\\u0939\\u093d\\u0950\\u0958-\\u0961\\u0964-\\u097f][${SIMPLE}\\u0900-\\u097f]*$`,
)
const INDIC_MARK = new RegExp(`[${INDIC}]`, 'g')
const CONSONANT = String.raw`[\u0915-\u0939\u0958-\u095f\u0978-\u097f]`
const JOINING = String.raw`\u0900-\u0902\u093a\u093c\u0941-\u0948\u094d\u0951-\u0957\u0962\u0963`
const CONJUNCT = new RegExp(
  String.raw`${CONSONANT}[${JOINING}]{0,6}\u094d[${JOINING}]{0,6}(?=${CONSONANT})`,
  'g',
)
const MARK = new RegExp(`[${MARKS}]`, 'g')
const SEGMENTER = new Intl.Segmenter('und', { granularity: 'grapheme' })

const PUNCTUATION = /[\p{P}\p{S}\s]/u
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

export const hasVisibleText = (text: string): boolean => VISIBLE.test(text)

export function countCharacters(text: string, counting: Counting): number {
  const seen = text.replace(INVISIBLE, '')
  if (counting === 'graphemes') return graphemes(seen)
  let sum = 0
  for (const cluster of ALL_SIMPLE.test(seen) ? seen : clusters(seen))
    sum += isFullWidth(cluster, counting) ? 1 : 0.5
  return sum
}

function graphemes(text: string): number {
  if (ALL_SIMPLE.test(text)) return text.length
  if (SIMPLE_OR_MARKED.test(text)) return text.length - matches(text, MARK)
  if (ALL_INDIC.test(text)) return text.length - matches(text, INDIC_MARK) - matches(text, CONJUNCT)
  return countClusters(text)
}

const matches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
const clusters = (text: string): string[] =>
  Array.from(SEGMENTER.segment(text), ({ segment }) => segment)

/** The rules count the same row several times, and Intl.Segmenter takes 0.1 ms for 1,000 letters. */
const clusterCounts = new Map<string, number>()
const MAX_CACHED = 200

function countClusters(text: string): number {
  const known = clusterCounts.get(text)
  if (known !== undefined) return known
  if (clusterCounts.size >= MAX_CACHED) clusterCounts.clear()
  const count = clusters(text).length
  clusterCounts.set(text, count)
  return count
}
const isFullWidth = (cluster: string, counting: Counting) =>
  WIDE.test(cluster) && !(counting === 'korean' && PUNCTUATION.test(cluster))

export const countWords = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** Advance widths of a common sans-serif face, in thousandths of an em. */
const ADVANCES: readonly (readonly [width: number, letters: string])[] = [
  [191, "'"],
  [222, 'ijl’‘'],
  [260, '|'],
  [278, ' !,./:;I[]\\ft\u00a0'],
  [333, '()-r`“”'],
  [355, '"'],
  [389, '*'],
  [400, '°'],
  [469, '^'],
  [500, 'Jcksvxyz'],
  [556, '#$0123456789?L_abdeghnopqu–€'],
  [584, '+<=>~'],
  [611, 'FTZ'],
  [667, '&ABEKPSVXY'],
  [722, 'CDHNRUw'],
  [778, 'GOQ'],
  [833, 'Mm'],
  [889, '%'],
  [944, 'W'],
  [1000, '…—'],
  [1015, '@'],
]
const ADVANCE = new Map(
  ADVANCES.flatMap(([width, letters]) => Array.from(letters, (letter) => [letter, width] as const)),
)
const DEFAULT_ADVANCE = 556

/** Width in ems. An estimate: only the renderer knows the real width. */
export function measureEms(text: string): number {
  let sum = 0
  for (const letter of text.replace(INVISIBLE, '').normalize('NFD').replace(/\p{M}/gu, ''))
    sum += ADVANCE.get(letter) ?? (WIDE.test(letter) ? 1000 : DEFAULT_ADVANCE)
  return sum / 1000
}

/** A reading speed to one decimal. Rounds up, so that a broken limit is never shown as met. */
export const roundSpeed = (speed: number): number => Math.ceil(speed * 10 - 1e-9) / 10

/** Of a column of Japanese. */
export const VERTICAL_CHARACTERS = 11
