import { FORMAT_NAMES, type FormatName } from '@reelay/subtitles/formats'

/** Formats are named after their file extension. XML is taken for TTML. */
export function formatFromFileName(name: string): FormatName | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase()
  if (extension === 'xml' || extension === 'dfxp') return 'ttml'
  return FORMAT_NAMES.find((format) => format === extension)
}
