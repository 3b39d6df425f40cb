import { FORMAT_NAMES, type FormatName } from '@reelay/subtitles/formats'

/**
 * By its ending: the formats of the trade are called by theirs, besides XML, which a timed text is
 * unless it says otherwise.
 */
export function formatFromFileName(name: string): FormatName | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase()
  if (ending === 'xml' || ending === 'dfxp') return 'ttml'
  return FORMAT_NAMES.find((format) => format === ending)
}
