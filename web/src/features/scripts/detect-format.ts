import { FORMAT_NAMES, type FormatName } from '@reelay/subtitles/formats'
import { EXTENSIONS } from '../translation-editor/dialogs/subtitle-formats.ts'

/** The subtitle format of a file by its extension. */
export function detectFormat(fileName: string): FormatName | undefined {
  const extension = fileName.split('.').at(-1)?.toLowerCase() ?? ''
  return FORMAT_NAMES.find((name) => EXTENSIONS[name].includes(extension))
}

/** For the `accept` of a file input. */
export const ACCEPTED_FILES = Object.values(EXTENSIONS)
  .flat()
  .map((extension) => `.${extension}`)
  .join(',')
