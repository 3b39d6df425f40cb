import { FORMAT_NAMES, type FormatName } from '@reelay/subtitles/formats'
import { useTranslation } from '../../../i18n/i18n.ts'

export const EXTENSIONS: Record<FormatName, string[]> = {
  srt: ['srt'],
  vtt: ['vtt'],
  ttml: ['ttml', 'dfxp', 'itt'],
  stl: ['stl'],
  scc: ['scc'],
  ass: ['ass', 'ssa'],
  dcp: ['xml'],
  csv: ['csv'],
  xlsx: ['xlsx'],
}
export const useFormatOptions = () => {
  const { t } = useTranslation('translation-editor')
  return FORMAT_NAMES.map((value) => ({ value, name: t(`format.${value}`) }))
}
