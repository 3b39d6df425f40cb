import { locale } from './locale.ts'

/** `awaiting-materials` is how programs say it. */
export const humanize = (word: string): string => {
  const spaced = word.replaceAll(/[-_]/g, ' ')
  return spaced.charAt(0).toLocaleUpperCase() + spaced.slice(1)
}

export const formatNumber = (amount: number): string => amount.toLocaleString(locale())

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** Powers of a thousand, as disks and networks are sold. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: UNITS[power]!,
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / 1000 ** power)
}

/** 24000/1001 as people say it: 23.976. */
export function formatFrameRate(rational: string): string {
  const [over = 0, under = 1] = rational.split('/').map(Number)
  return String(Number((over / under).toFixed(3)))
}

/** 42 s, 2 min 5 s, 1 h 3 min: the two largest units of a length of time. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  const parts: [number, string][] = [
    [Math.floor(whole / 3600), 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole % 60, 's'],
  ]
  return (
    parts
      .filter(([amount]) => amount > 0)
      .slice(0, 2)
      .map(([amount, unit]) => `${amount} ${unit}`)
      .join(' ') || '0 s'
  )
}

/** Codes become names where the browser knows them; `LAT` and its like stay as they are. */
export const languageName = (code: string) => displayName('language', code)
export const regionName = (code: string) => displayName('region', code)

/** `deu` as pages and screen readers know it: `de`. */
export const languageTag = (code: string): string | undefined =>
  code ? Intl.getCanonicalLocales(code)[0] : undefined

function displayName(type: 'language' | 'region', code: string): string {
  try {
    return new Intl.DisplayNames(locale(), { type }).of(code) ?? code
  } catch {
    return code
  }
}

/** A decimal string of the rate card, which names no currency. */
export const formatPrice = (amount: string): string =>
  Number(amount).toLocaleString(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 })
