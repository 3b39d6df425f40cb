// The fonts of a document, loaded when a text needs them.
import { readFileSync } from 'node:fs'
import * as hb from 'harfbuzzjs'
import { TYPEFACES, type Typeface } from '@reelay/fonts'
import { fontPaths } from '@reelay/fonts/files'
import { findTable, readCids } from './opentype.ts'

export type LoadedFont = {
  path: string
  font: hb.Font
  unitsPerEm: number
  ascent: number
  descent: number
  covers: ReadonlySet<number>
  /** How a PDF names a glyph. */
  codeOf: (glyph: number) => number
  isCff: boolean
}

export type Weight = 'regular' | 'bold'
/** Which fonts a text tries, in order. */
export type FontChoice = { typeface: Typeface; weight?: Weight }

/** A thread that is idle ends after some seconds, and its fonts with it. */
const LOADED = new Map<string, LoadedFont>()

function load(path: string): LoadedFont {
  const cached = LOADED.get(path)
  if (cached) return cached
  const bytes = readFileSync(path)
  const face = new hb.Face(new hb.Blob(bytes))
  const font = new hb.Font(face)
  const { ascender, descender } = font.hExtents()
  const cff = findTable(bytes, 'CFF ')
  const cids = cff && readCids(cff)
  const loaded: LoadedFont = {
    path,
    font,
    unitsPerEm: face.upem,
    ascent: ascender,
    descent: descender,
    covers: new Set(face.collectUnicodes()),
    codeOf: cids ? (glyph) => cids[glyph] ?? 0 : (glyph) => glyph,
    isCff: cff !== undefined,
  }
  LOADED.set(path, loaded)
  return loaded
}

/** The fonts of characters, for each choice. */
const CHOSEN: Record<Weight, Map<Typeface, Map<number, LoadedFont>>> = {
  regular: new Map(),
  bold: new Map(),
}

/**
 * The first font that has the character: that of the language, then Latin, then all others. A
 * character that no font has is drawn as an empty box.
 */
export function findFont(code: number, { typeface, weight = 'regular' }: FontChoice): LoadedFont {
  const chosen = CHOSEN[weight].get(typeface) ?? new Map<number, LoadedFont>()
  CHOSEN[weight].set(typeface, chosen)
  const cached = chosen.get(code)
  if (cached) return cached
  const order = [typeface, ...PREFERRED.filter((name) => name !== typeface)]
  const fallback = order.find((name) => load(fontPaths(name)[weight]).covers.has(code)) ?? 'latin'
  const font = load(fontPaths(fallback)[weight])
  chosen.set(code, font)
  return font
}

const PREFERRED: readonly Typeface[] = ['latin', ...TYPEFACES.filter((name) => name !== 'latin')]
