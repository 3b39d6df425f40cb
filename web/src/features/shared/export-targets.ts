// What a translation can be exported as: a format, or the delivery profile of a recipient.
import { DELIVERY_NAMES, DELIVERY_TITLES, type DeliveryName } from '@reelay/subtitles/delivery'
import { FORMAT_EXTENSIONS, FORMAT_NAMES, type FormatName } from '@reelay/subtitles/formats'
import { useTranslation } from '../../i18n/i18n.ts'

type ExportQuery = { format: FormatName } | { delivery: DeliveryName }

/** Formats first. The titles of profiles are names, which are the same in every language. */
export function useExportTargets(): { value: string; name: string }[] {
  const { t } = useTranslation('translation-editor')
  return [
    ...FORMAT_NAMES.map((value) => ({ value, name: t(`format.${value}`) })),
    ...DELIVERY_NAMES.map((value) => ({
      value,
      name: t('export.delivery', { name: DELIVERY_TITLES[value].title }),
    })),
  ]
}

export function targetOf(value: string): { query: ExportQuery; extension: string } {
  const delivery = DELIVERY_NAMES.find((name) => name === value)
  if (delivery) return { query: { delivery }, extension: DELIVERY_TITLES[delivery].extension }
  const format = FORMAT_NAMES.find((name) => name === value) ?? 'srt'
  return { query: { format }, extension: FORMAT_EXTENSIONS[format][0] }
}
