// What a file name says about the asset that is created from the file.
import type { assettypes } from '@reelay/api/contract'

export type AssetDraft = { name: string; type: string }
export type FileKind = 'film' | 'image' | 'sound' | 'other'

const KINDS: [FileKind, RegExp][] = [
  ['film', /\.(mp4|mov|mxf|mkv|m4v|avi|webm|mpe?g|ts|m2ts|wmv)$/i],
  ['image', /\.(png|jpe?g|tiff?|psd|webp|gif|bmp|exr|dpx|avif|heic)$/i],
  ['sound', /\.(wav|mp3|aiff?|flac|m4a|aac|ogg|opus)$/i],
]
const MEDIA_TYPES: Record<FileKind, string | undefined> = {
  film: 'video',
  image: 'image',
  sound: 'audio',
  other: undefined,
}

export const fileKindOf = (name: string): FileKind =>
  KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other'

/** 'THE-KITE_trailer_2.mov' becomes 'THE KITE trailer 2'. */
export const assetNameOf = (fileName: string): string =>
  fileName
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .replace(/[_\s]+|(?<=\p{L})-(?=\p{L})/gu, ' ')
    .trim()
    .slice(0, 300) || fileName

type TypeSummary = Pick<assettypes.AssetType, 'slug' | 'name' | 'mediaType'>

/** The type that shares most words with the file name, or the usual one for this kind of file. */
export function guessType(fileName: string, types: readonly TypeSummary[]): string | undefined {
  const mediaType = MEDIA_TYPES[fileKindOf(fileName)]
  const fitting = types.filter((type) => type.mediaType === mediaType)
  const words = wordsOf(assetNameOf(fileName))
  const [best] = fitting
    .map((type) => ({
      type,
      shared: wordsOf(type.name).filter((one) => words.includes(one)).length,
    }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
  const usual = fitting.find(({ slug }) => slug === 'trailer') ?? fitting[0] ?? types[0]
  return (best?.type ?? usual)?.slug
}

const wordsOf = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
