export type { AssAppearance } from './ass/appearance.ts'
export { writeAssScript } from './ass/script.ts'
export {
  FORMAT_NAMES,
  READABLE_FORMAT_NAMES,
  type FileInfo,
  type FileError,
  type FileWarning,
  type Format,
  type FormatName,
  type OriginalFile,
  type ReadableFormatName,
  type ReadResult,
  type ReadWarning,
  type WriteResult,
} from './format.ts'
export { READ_CODES, type ReadCode } from './read-codes.ts'
export { FORMAT_EXTENSIONS, detectFormat } from './extensions.ts'
export { FORMATS, READERS } from './formats.ts'
export { parseOffset, shiftCues } from './offset.ts'
export { writeSheet } from './xlsx/write.ts'
export { srt } from './srt.ts'
export { vtt } from './vtt.ts'
export { matchCues, type CueMatching } from './match-cues.ts'
