// Finds the asset of a file by its name. Studios name files after the asset, its slug or its import
// name.
import type { assets } from '@reelay/api/contract'

type Named = Pick<assets.Asset, 'name' | 'slug' | 'importName'>

/** Shorter names would match almost any file. */
const MIN_NAME_LENGTH = 4

/** The longest match wins, so that TLR10 is not taken for TLR1. */
export function matchAsset<A extends Named>(
  fileName: string,
  candidates: readonly A[],
): A | undefined {
  const words = wordsOf(fileName.replace(/\.[A-Za-z0-9]{1,8}$/, ''))
  const matches = candidates.flatMap((asset) =>
    [asset.importName, asset.slug, asset.name].flatMap((name) => {
      const wanted = wordsOf(name ?? '')
      return wanted.join('').length >= MIN_NAME_LENGTH && containsSequence(words, wanted)
        ? [{ asset, weight: wanted.join('').length }]
        : []
    }),
  )
  return matches.toSorted((one, other) => other.weight - one.weight)[0]?.asset
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const containsSequence = (words: string[], wanted: string[]): boolean =>
  words.some((_, at) => wanted.every((word, index) => words[at + index] === word))
