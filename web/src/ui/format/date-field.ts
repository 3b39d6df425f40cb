import { keep, locale } from '../../i18n/locale.ts'

/** The types of fields whose value the browser formats. */
export type DateFieldType = 'date' | 'datetime-local' | 'time'

const STYLES: Record<DateFieldType, Intl.DateTimeFormatOptions> = {
  date: { dateStyle: 'medium' },
  'datetime-local': { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
}

/** The value of a field in the format of the app. The value has no time zone. */
export function formatField(type: DateFieldType, value: string): string {
  const seconds = Date.parse(type === 'time' ? `1970-01-01T${value}Z` : withZone(value))
  if (Number.isNaN(seconds)) return value
  const format = keep(
    `field ${type} ${locale()}`,
    () => new Intl.DateTimeFormat(locale(), { ...STYLES[type], timeZone: 'UTC' }),
  )
  return format.format(seconds)
}

const withZone = (value: string) => (value.includes('T') ? `${value}Z` : value)
