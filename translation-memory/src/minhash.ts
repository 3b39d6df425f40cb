// Finds similar lines without comparing all of them (MinHash). A line is a set of four-letter
// shingles. For a random order, two sets have the same smallest hash as often as they overlap.
// Three hashes form a band, and two lines are compared if they share one of twenty bands: this
// finds 93 % of lines that share half of their shingles, and 2 % of those that share a tenth. See
// docs/decisions/0034.
import { doubleUnspaced } from './key.ts'

const BANDS = 20
const ROWS = 3

/** Part of every hash, so that other studios and languages never match. */
export type MemoryScope = { studio: string; sourceLanguage: string; language: string }

/**
 * Twenty signed 32-bit numbers. All digits are treated alike, so that lines that differ only in
 * numbers match.
 */
export function minhashSignature(
  { studio, sourceLanguage, language }: MemoryScope,
  key: string,
): number[] {
  const salt = hashText(`${studio} ${sourceLanguage} ${language}`)
  const [some, others] = shingleHashes(key.replace(/\p{Nd}+/gu, '0'))
  const signature: number[] = []
  for (let band = 0; band < BANDS; band++) {
    let hash = mixBits(salt ^ (band + 1))
    for (let row = band * ROWS; row < (band + 1) * ROWS; row++)
      hash = mixBits(hash ^ smallestHash(some, others, row))
    signature.push(hash)
  }
  return signature
}

/** Two hashes for each shingle. Further hashes are the first plus a multiple of the second. */
function shingleHashes(key: string): [Int32Array, Int32Array] {
  const padded = `  ${doubleUnspaced(key)}  `
  const pieces = new Set<number>()
  for (let last = 3; last < padded.length; last++) pieces.add(hashShingle(padded, last))
  const some = Int32Array.from(pieces)
  return [some, some.map((piece) => mixBits(piece ^ 0x5bd1e995) | 1)]
}

function smallestHash(some: Int32Array, others: Int32Array, row: number): number {
  let smallest = 0x7fffffff
  for (let index = 0; index < some.length; index++) {
    const hash = (some[index]! + Math.imul(row, others[index]!)) | 0
    if (hash < smallest) smallest = hash
  }
  return smallest
}

const hashShingle = (text: string, last: number) =>
  mixBits(
    Math.imul(text.charCodeAt(last - 3), 0x27d4eb2f) ^
      Math.imul(text.charCodeAt(last - 2), 0x9e3779b1) ^
      Math.imul(text.charCodeAt(last - 1), 0x85ebca77) ^
      Math.imul(text.charCodeAt(last), 0xc2b2ae3d),
  )

function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return mixBits(hash)
}

/** Every input bit affects every output bit (the finalizer of MurmurHash3). */
function mixBits(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return twice ^ (twice >>> 16)
}
