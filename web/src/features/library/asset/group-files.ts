import type { files } from '@reelay/api/contract'

type File = files.File
export const FILE_KINDS = ['film', 'sound', 'image', 'text', 'other'] as const
export type FileGroup = (typeof FILE_KINDS)[number]
/** The newest version of a file, and the versions before it. */
type FileVersions = { newest: File; earlier: File[] }

const PROBED = { video: 'film', audio: 'sound', image: 'image' } as const
const BY_MIME: readonly [RegExp, FileGroup][] = [
  [/^video\/|\/mxf$/, 'film'],
  [/^audio\/|\/ogg$/, 'sound'],
  [/^image\//, 'image'],
  [/^text\/|\/(pdf|xml)$/, 'text'],
]
/** Some text formats have no signature that the service detects. */
const TEXT_NAMES =
  /\.(srt|vtt|ttml|dfxp|itt|stl|scc|sbv|ass|ssa|xml|txt|csv|md|json|fountain|docx?|xlsx|pdf)$/i

/** By content where it is known, otherwise by name. */
export function kindOf({ media, mime, name }: Pick<File, 'media' | 'mime' | 'name'>): FileGroup {
  if (media?.probe) return PROBED[media.probe.kind]
  const known = BY_MIME.find(([pattern]) => pattern.test(mime ?? ''))
  return known?.[1] ?? (TEXT_NAMES.test(name) ? 'text' : 'other')
}

/** A version number within a name: `trailer_v2.mov`, `Trailer Version 12 DE.mov`. */
const VERSION = /[\s_.-]{0,5}(?<![\p{L}\d])v(?:er(?:sion)?)?[\s_.-]?(\d{1,4})(?![\p{L}\d])/iu

const versionOf = (name: string) => Number(VERSION.exec(name)?.[1] ?? 0)

/** Files with the same key are versions of each other. */
const keyOf = ({ name, language, country }: File) =>
  JSON.stringify([name.replace(VERSION, '').toLowerCase(), language, country])

/** The kinds that exist, in a fixed order. Files keep the order of the list by their newest version. */
export function groupFiles(listed: readonly File[]): { kind: FileGroup; files: FileVersions[] }[] {
  const byKind = Map.groupBy(listed, kindOf)
  return FILE_KINDS.flatMap((kind) => {
    const found = byKind.get(kind)
    return found ? [{ kind, files: groupVersions(found) }] : []
  })
}

const groupVersions = (listed: readonly File[]): FileVersions[] =>
  [...Map.groupBy(listed, keyOf).values()].map((versions) => {
    const [newest, ...earlier] = versions.toSorted(
      (a, b) => versionOf(b.name) - versionOf(a.name) || b.created - a.created,
    )
    return { newest: newest!, earlier }
  })
