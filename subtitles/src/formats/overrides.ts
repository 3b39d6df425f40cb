// Override blocks of ASS, which some SubRip files use too: {\an8\i1}.
import { toHex } from '../colours.ts'
import type { FontStyle } from '../markup.ts'
import { excerpt } from './report.ts'
import { fromNumpad, fromSsaAlignment, type CuePosition } from './position.ts'

export type Override =
  | { kind: 'place'; place: CuePosition }
  /** Undefined resets to the style of the cue. */
  | { kind: 'style'; style: FontStyle; on: boolean | undefined }
  | { kind: 'reset'; to: string }
  /** Undefined resets to the colour of the style. */
  | { kind: 'colour'; colour: string | undefined }
  /** In pixels of the script. */
  | { kind: 'point'; x: number; y: number }
  /** What a line cannot store. */
  | { kind: 'lost'; lost: string }
  /** From here on, the text is a drawing, or text again. */
  | { kind: 'drawing'; on: boolean }

/** Of colours, fonts, borders, fades and motion, the name is reported: the text stays the same. */
export function* parseOverrides(braces: string): Generator<Override> {
  const comment = braces.slice(1, -1).split('\\', 1)[0]!.trim()
  if (comment) yield { kind: 'lost', lost: `The comment ${excerpt(comment)}` }
  for (const [, name, value] of braces.matchAll(/\\(\d?[a-z]+)([^\\}]*)/gi)) {
    const override = toOverride(name!, value!)
    if (override) yield override
  }
}

function toOverride(name: string, value: string): Override | undefined {
  const number = Number(value)
  if (name === 'an' && Number.isInteger(number) && number >= 1 && number <= 9)
    return { kind: 'place', place: fromNumpad(number) }
  if (name === 'a' && SSA_ALIGNMENTS.has(number))
    return { kind: 'place', place: fromSsaAlignment(number) }
  if (!/^[\s\d]*$/.test(value) && /^[biups]$/.test(name))
    return { kind: 'lost', lost: `The effect \\${excerpt(name + value)}` }
  if (name === 'b' || name === 'i' || name === 'u') {
    const on = value.trim() === '' ? undefined : number === 1 || number >= SEMIBOLD
    return { kind: 'style', style: name, on }
  }
  if ((name === 'c' || name === '1c') && (parseAssColour(value) || !value.trim()))
    return { kind: 'colour', colour: parseAssColour(value) }
  const point = name === 'pos' ? POINT.exec(value) : null
  if (point) return { kind: 'point', x: Number(point[1]), y: Number(point[2]) }
  if (name === 'p') return { kind: 'drawing', on: number > 0 }
  if (name === 's') return number > 0 ? { kind: 'lost', lost: STRUCK_OUT } : undefined
  if (name.startsWith('r')) return { kind: 'reset', to: `${name.slice(1)}${value}`.trim() }
  return { kind: 'lost', lost: `The effect \\${excerpt(name + value)}` }
}

/** &HBBGGRR& or &HAABBGGRR, without leading zeros in some files; a style may have a decimal number. */
export function parseAssColour(value: string): string | undefined {
  const [, hex, decimal] = /^\s*(?:&?H([0-9a-f]{1,8})&?|(-?\d{1,10}))\s*$/i.exec(value) ?? []
  if (hex === undefined && decimal === undefined) return undefined
  const colour = hex === undefined ? Number(decimal) >>> 0 : Number.parseInt(hex, 16)
  return toHex([colour & 0xff, (colour >> 8) & 0xff, (colour >> 16) & 0xff])
}

const POINT = /^\(\s*(-?\d{1,6}(?:\.\d{1,6})?)\s*,\s*(-?\d{1,6}(?:\.\d{1,6})?)\s*\)\s*$/
export const DRAWING = 'A drawing'
export const STRUCK_OUT = 'The line through struck-out text'
const SSA_ALIGNMENTS = new Set([1, 2, 3, 5, 6, 7, 9, 10, 11])
/** \b also accepts a font weight. */
const SEMIBOLD = 600
