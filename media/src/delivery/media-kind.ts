// Whether a file can be what was ordered at all: a text file is not a 1080p version.
import type { DeliveryContext, AnalyzedFile, LintResult } from './lint-types.ts'

type FileKind =
  | 'film'
  | 'sound file'
  | 'image'
  | 'document'
  | 'archive'
  | 'subtitle file'
  | 'text file'
  | 'file of an unknown format'

const SUBTITLES = /\.(srt|vtt|ttml|dfxp|itt|stl|scc|sbv|ass|ssa|xml)$/i
const PROBED: Record<string, FileKind> = { video: 'film', audio: 'sound file', image: 'image' }
/** Before the probe, and if it fails. */
const BY_MIME: readonly [RegExp, FileKind][] = [
  [/^video\/|\/mxf$/, 'film'],
  [/^audio\/|\/ogg$/, 'sound file'],
  [/^image\//, 'image'],
  [/\/(pdf|postscript|xml)$/, 'document'],
  [/\/g?zip$/, 'archive'],
]

/** By content. The name only tells subtitle files from other text. */
function kindOf({ probe, mime, name }: AnalyzedFile): FileKind {
  if (probe) return PROBED[probe.kind]!
  const match = BY_MIME.find(([pattern]) => pattern.test(mime ?? ''))
  if (match) return match[1]
  // Binary subtitles (EBU STL) have no signature that we detect.
  if (SUBTITLES.test(name)) return 'subtitle file'
  return mime === 'text/plain' ? 'text file' : 'file of an unknown format'
}

const FILMS: readonly FileKind[] = ['film']
const ARTWORK: readonly FileKind[] = ['image', 'film', 'document', 'archive']
/** What people order online or for broadcast depends on the asset. */
const BY_CATEGORY: Record<string, readonly FileKind[]> = {
  audio: ['sound file', 'film'],
  graphics: ARTWORK,
  print: ARTWORK,
}
const BY_USE: Record<string, readonly FileKind[]> = {
  Print: ['image', 'document', 'archive', 'file of an unknown format'],
  // Picture and sound are separate MXF files, and packages are zipped or tarred.
  Dcp: ['film', 'sound file', 'archive', 'file of an unknown format'],
}

const fittingKinds = (use: string, category: string) =>
  BY_USE[use] ?? BY_CATEGORY[category] ?? FILMS

/** A subtitle file next to a version: allowed, but no version by itself. */
export const isCompanion = (file: AnalyzedFile, { use }: Pick<DeliveryContext, 'use'>): boolean =>
  use !== null && kindOf(file) === 'subtitle file'

export function mediaKind(
  file: AnalyzedFile,
  { as, use, category }: Pick<DeliveryContext, 'as' | 'use' | 'category'>,
): LintResult {
  const kind = kindOf(file)
  if (as !== 'delivery' || use === null || isCompanion(file, { use })) return undefined
  const fitting = fittingKinds(use, category)
  if (fitting.includes(kind)) return undefined
  const required = fitting.filter((fittingKind) => fittingKind !== 'file of an unknown format')
  return {
    message: `This is ${withArticle(kind)}; ${use} requires ${required.map(withArticle).join(' or ')}.`,
    value: kind,
    limit: required.join(' '),
  }
}

const withArticle = (kind: FileKind) => (/^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`)
