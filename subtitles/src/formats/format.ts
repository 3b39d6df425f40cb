import type { Cue, FrameRate } from '../cue.ts'

/** What a file says about itself, or is to say. */
export type FileInfo = { title: string; language: string; rate: FrameRate }
/**
 * A place in a file, counted from 1 as editors do. In a binary file `line` is the number of the
 * block and `column` that of the byte in it.
 */
export type FileError = { line: number; column: number; message: string }
/** Never half: all of a file, or the errors of it. `rate` where the file tells one. */
export type ReadResult =
  | { ok: true; cues: Cue[]; rate?: FrameRate }
  | { ok: false; errors: FileError[] }
/** `cue` is the index of the one that cannot be said in this format. */
export type WriteResult =
  | { ok: true; bytes: Uint8Array }
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
] as const
export type FormatName = (typeof FORMAT_NAMES)[number]

export type Format = {
  name: FormatName
  /** As people call it. */
  title: string
  extension: string
  mime: string
  /** The language is a hint for files that do not tell their encoding. */
  read: (
    bytes: Uint8Array,
    about: Pick<FileInfo, 'rate'> & Partial<Pick<FileInfo, 'language'>>,
  ) => ReadResult
  write: (cues: readonly Cue[], about: FileInfo) => WriteResult
}
