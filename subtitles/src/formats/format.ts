import type { Cue, FrameRate } from '../cue.ts'
import type { ReadCode } from './read-codes.ts'

/** Metadata of a file. Without `date`, the headers that need one say 1 January 1970. */
export type FileInfo = {
  title: string
  language: string
  rate: FrameRate
  date?: Date
  /**
   * The font file that is delivered with the subtitles, for DCP. Without it, the file names no font.
   */
  font?: Uint8Array
  /** The time in milliseconds from which the file counts. The cues already contain it. */
  offset?: number
  /**
   * The file from which the cues were read. In the same format, cues that did not change keep their
   * bytes, with everything that a cue cannot store.
   */
  original?: OriginalFile
}
/** The cues are those that the reader of the format returned for the bytes in strict mode. */
export type OriginalFile = { format: ReadableFormatName; bytes: Uint8Array; cues: readonly Cue[] }
/**
 * Line and column are counted from 1. In a binary file `line` is the block and `column` the byte in
 * it.
 */
export type FileError = { line: number; column: number; message: string; code: ReadCode }
/**
 * What the cues have and a written file does not. `cue` is an index, or null for the whole file.
 */
export type FileWarning = { cue: number | null; lost: string }
/**
 * What a file contains and the cues do not, or what was repaired. Line and column say where it is in
 * the file.
 */
export type ReadWarning = FileWarning & { code: ReadCode; line?: number; column?: number }
/**
 * A file is read, with a warning for everything that is lost or repaired, or rejected with its
 * errors. `rate` is set if the file states one, `format` if it is another one than that of the
 * reader.
 */
export type ReadResult =
  | {
      ok: true
      cues: Cue[]
      warnings: ReadWarning[]
      rate?: FrameRate
      format?: ReadableFormatName
    }
  | { ok: false; errors: FileError[] }
/** A file that has to be beside the subtitles, under this name. */
export type NamedFile = { name: string; bytes: Uint8Array }
/**
 * The warnings name what the cues have and the format does not. `cue` is the index of a cue that the
 * format cannot represent at all.
 */
export type WriteResult =
  | { ok: true; bytes: Uint8Array; warnings: FileWarning[]; files?: NamedFile[] }
  | { ok: false; errors: { cue: number; message: string }[] }

export const FORMAT_NAMES = [
  'srt',
  'vtt',
  'ttml',
  'stl',
  'scc',
  'ass',
  'dcp',
  'csv',
  'xlsx',
  'xliff',
  'xliff12',
  'sbv',
  'microdvd',
  'sami',
  'mcc',
  'spruce',
] as const
export type FormatName = (typeof FORMAT_NAMES)[number]
/** Archives have these files, but nobody asks for one. */
export const READABLE_FORMAT_NAMES = [...FORMAT_NAMES, 'pac'] as const
export type ReadableFormatName = (typeof READABLE_FORMAT_NAMES)[number]

/**
 * The language is a hint for files that do not state their encoding. A strict reader refuses a file
 * for each fault that a warning would name otherwise.
 */
export type ReadOptions = {
  rate: FrameRate
  language?: string | undefined
  strict?: boolean | undefined
}
export type Reader = {
  name: ReadableFormatName
  /** The name people use. */
  title: string
  read: (bytes: Uint8Array, options: ReadOptions) => ReadResult
}

export type Format = Reader & {
  name: FormatName
  mime: string
  write: (cues: readonly Cue[], about: FileInfo) => WriteResult
}
