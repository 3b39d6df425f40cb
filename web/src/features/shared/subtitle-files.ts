import { FORMAT_EXTENSIONS } from '@reelay/subtitles/formats'

/** For the `accept` of a file input. */
export const ACCEPTED_SUBTITLES = Object.values(FORMAT_EXTENSIONS)
  .flat()
  .map((extension) => `.${extension}`)
  .join(',')
