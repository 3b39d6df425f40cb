// Which asset a file is for, by its name: studios name their files after the asset, its slug or the
// name it was imported under.
import type { assets } from '@reelay/api/contract'

type Named = Pick<assets.Asset, 'name' | 'slug' | 'importName'>

/** Two letters would be found in anything. */
const SHORTEST = 4

/** The asset whose name stands in the file's, the longest first: TLR1 must not win over TLR10. */
export function matchAsset<A extends Named>(file: string, known: readonly A[]): A | undefined {
  const words = wordsOf(file.replace(/\.[A-Za-z0-9]{1,8}$/, ''))
  const fits = known.flatMap((asset) =>
    [asset.importName, asset.slug, asset.name].flatMap((name) => {
      const wanted = wordsOf(name ?? '')
      return wanted.join('').length >= SHORTEST && holds(words, wanted)
        ? [{ asset, weight: wanted.join('').length }]
        : []
    }),
  )
  return fits.toSorted((one, other) => other.weight - one.weight)[0]?.asset
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Whole words, one after the other. */
const holds = (words: string[], wanted: string[]): boolean =>
  words.some((_, at) => wanted.every((word, index) => words[at + index] === word))
