// What a translation can be exported as: a format, or the delivery profile of a recipient.
import { DELIVERY_NAMES, DELIVERY_TITLES, type DeliveryName } from '@reelay/subtitles/delivery'
import { FORMAT_EXTENSIONS, FORMAT_NAMES, type FormatName } from '@reelay/subtitles/formats'
import { lines } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'

const { LINE_LISTS, LIST_FORMATS } = lines
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

/** Values such as `dialogue.pdf`. */
export function useListTargets(): { value: string; name: string }[] {
  const { t } = useTranslation('translation-editor')
  return LINE_LISTS.flatMap((list) =>
    LIST_FORMATS.map((format) => ({
      value: `${list}.${format}`,
      name: t(`export.lists.${list}`, { format: format.toUpperCase() }),
    })),
  )
}

/** Undefined for other values. */
export function listTargetOf(
  value: string,
): { list: lines.LineList; format: lines.ListFormat } | undefined {
  const [listName, formatName] = value.split('.')
  const list = LINE_LISTS.find((name) => name === listName)
  const format = LIST_FORMATS.find((name) => name === formatName)
  return list && format && { list, format }
}

/** The value is one of `useExportTargets`. */
export function targetOf(value: string): { query: ExportQuery; extension: string } {
  const delivery = DELIVERY_NAMES.find((name) => name === value)
  if (delivery) return { query: { delivery }, extension: DELIVERY_TITLES[delivery].extension }
  const format = value as FormatName
  return { query: { format }, extension: FORMAT_EXTENSIONS[format][0] }
}
