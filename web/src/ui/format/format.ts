import { formatAmount, keep, locale } from '../../i18n/locale.ts'

/** `awaiting-materials` becomes `Awaiting materials`. */
export const humanize = (word: string): string => {
  const spaced = word.replaceAll(/[-_]/g, ' ')
  return spaced.charAt(0).toLocaleUpperCase() + spaced.slice(1)
}

export const formatNumber = (amount: number): string => formatAmount(amount)

/** 0.5 becomes 50%. Rounded down, so that only finished work shows 100%. */
export const formatPercent = (share: number): string =>
  formatAmount(Math.floor(share * 100) / 100, { style: 'percent' })

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** Decimal units, as disks and networks use them. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return formatAmount(bytes / 1000 ** power, {
    style: 'unit',
    unit: UNITS[power]!,
    // The short form of bytes has no plural: "123 byte".
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  })
}

/** 24000/1001 becomes 23.976. */
export function formatFrameRate(rational: string): string {
  const [over = 0, under = 1] = rational.split('/').map(Number)
  return formatAmount(over / under, { maximumFractionDigits: 3 })
}

/** The two largest units: 42s, 2m 5s, 1h 3m. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  const format = (amount: number, unit: string) =>
    formatAmount(amount, { style: 'unit', unit, unitDisplay: 'narrow' })
  const parts: [number, string][] = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ]
  return (
    parts
      .filter(([amount]) => amount > 0)
      .slice(0, 2)
      .map(([amount, unit]) => format(amount, unit))
      .join(' ') || format(0, 'second')
  )
}

/** A position in a film: 0:42, 2:00:00. */
export function formatPosition(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const two = (amount: number) => String(amount).padStart(2, '0')
  const rest = `${hours ? two(minutes) : minutes}:${two(whole % 60)}`
  return hours ? `${hours}:${rest}` : rest
}

/** Whole days where possible: 48 becomes `2 days`, 36 becomes `36 hours`. */
export function formatHours(hours: number): string {
  const isDays = hours > 0 && hours % 24 === 0
  return formatAmount(isDays ? hours / 24 : hours, {
    style: 'unit',
    unit: isDays ? 'day' : 'hour',
    unitDisplay: 'long',
  })
}

/** Codes that the browser does not know, such as `LAT`, stay as they are. */
export const languageName = (code: string) => displayName('language', code)
export const regionName = (code: string) => displayName('region', code)

/** The English name of a country is translated. A name that the studio chose stays as it is. */
export function territoryName(code: string, name: string): string {
  const isCountry = /^[A-Z]{2}$/.test(code)
  const english = isCountry && displayNames('en', 'region').of(code)
  return name === english ? regionName(code) : name
}

/** The BCP 47 tag for `lang` attributes: `deu` becomes `de`. */
export const languageTag = (code: string): string | undefined =>
  code ? Intl.getCanonicalLocales(code)[0] : undefined

const displayName = (type: 'language' | 'region', code: string): string =>
  keep(`name ${locale()} ${type} ${code}`, () => {
    try {
      return displayNames(locale(), type).of(code) ?? code
    } catch {
      return code
    }
  })

const displayNames = (language: string, type: 'language' | 'region'): Intl.DisplayNames =>
  keep(`names ${language} ${type}`, () => new Intl.DisplayNames(language, { type }))

/** A decimal string with its ISO 4217 currency. */
export const formatPrice = (amount: string, currency: string): string =>
  formatAmount(Number(amount), { style: 'currency', currency })
