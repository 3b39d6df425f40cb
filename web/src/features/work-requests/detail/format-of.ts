import { subtitleFormats } from '@reelay/api/contract'

/**
 * By its ending: the formats of the trade are called by theirs, besides XML, which a timed text is
 * unless it says otherwise.
 */
export function formatOf(name: string): subtitleFormats.FormatName | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase()
  if (ending === 'xml' || ending === 'dfxp') return 'ttml'
  return subtitleFormats.FORMAT_NAMES.find((format) => format === ending)
}
