/** Colours that subtitle files name. Black is the colour of no subtitle, but files may ask for it. */
const NAMED: Record<string, string> = {
  white: '#ffffff',
  black: '#000000',
  red: '#ff0000',
  lime: '#00ff00',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
  cyan: '#00ffff',
  aqua: '#00ffff',
  magenta: '#ff00ff',
  fuchsia: '#ff00ff',
  silver: '#c0c0c0',
  gray: '#808080',
  grey: '#808080',
  maroon: '#800000',
  purple: '#800080',
  olive: '#808000',
  navy: '#000080',
  teal: '#008080',
  orange: '#ffa500',
  pink: '#ffc0cb',
  gold: '#ffd700',
}
const HEX = /^#?([0-9a-f]{6})(?:[0-9a-f]{2})?$/
const SHORT_HEX = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/
const FUNCTION = /^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,\s*[\d.]{1,8}\s*)?\)$/
/** Of subtitles without a colour. */
export const WHITE = '#ffffff'

/** A colour as #rrggbb, from a name, #rgb, #rrggbb, #rrggbbaa, rgb() or rgba(). */
export function parseColour(written: string): string | undefined {
  const colour = written.trim().toLowerCase().slice(0, 64)
  if (Object.hasOwn(NAMED, colour)) return NAMED[colour]
  const hex = HEX.exec(colour)?.[1]
  if (hex) return `#${hex}`
  const short = SHORT_HEX.exec(colour)
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`
  const parts = FUNCTION.exec(colour)?.slice(1, 4).map(Number)
  return parts?.every((part) => part <= 255) ? toHex(parts) : undefined
}

export const toHex = (parts: readonly number[]): string =>
  `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** Red, green and blue, from #rrggbb. */
export const toRgb = (colour: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number]

/** The nearest colour of a palette, for formats that have few. */
export function nearestColour(colour: string, palette: readonly string[]): string {
  const distance = (other: string) =>
    toRgb(other).reduce((sum, part, at) => sum + (part - toRgb(colour)[at]!) ** 2, 0)
  return palette.reduce((best, other) => (distance(other) < distance(best) ? other : best))
}

/** The eight colours of teletext, by their code. CEA-608 and WebVTT have the same without black. */
export const TELETEXT_COLOURS = [
  '#000000',
  '#ff0000',
  '#00ff00',
  '#ffff00',
  '#0000ff',
  '#ff00ff',
  '#00ffff',
  '#ffffff',
] as const
