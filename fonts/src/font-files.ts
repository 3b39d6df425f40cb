// The font files of each typeface, from packages.
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { findMissingGlyphs } from './glyphs.ts'
import { JAPANESE, LATIN, TYPEFACES, ownFontFiles, type Typeface } from './typefaces.ts'

/**
 * Includes Latin for names and numbers, and Japanese for symbols that few fonts have: music notes,
 * arrows, full-width signs.
 */
export const fontFiles = (typeface: Typeface): string[] =>
  [...ownFontFiles(typeface), ...LATIN, JAPANESE].map(pathOf)

/** Without a bold file, the regular one is used. */
export function fontPaths(typeface: Typeface): { regular: string; bold: string } {
  const [latin = '', , latinBold = ''] = LATIN
  const own = ownFontFiles(typeface)
  const [regular, bold = regular] =
    typeface === 'latin' ? [latin, latinBold] : typeface === 'japanese' ? [JAPANESE] : own
  return { regular: pathOf(regular!), bold: pathOf(bold!) }
}

/**
 * Latin, and the other fonts that a text in any language needs. Letters that no font has are
 * ignored.
 */
export async function fontFilesFor(text: string): Promise<string[]> {
  const files = LATIN.map(pathOf)
  let missing = await findMissingGlyphs(text, files)
  for (const typeface of TYPEFACES) {
    if (missing.length === 0) break
    const own = (typeface === 'japanese' ? [JAPANESE] : ownFontFiles(typeface)).map(pathOf)
    const remaining = await findMissingGlyphs(missing.join(''), own)
    if (remaining.length < missing.length) files.push(...own)
    missing = remaining
  }
  return files
}

/** The packages do not export their fonts, so the path starts at the package folder. */
function pathOf(file: string): string {
  const [, name = '', inside = ''] = /^(@[^/]+\/[^/]+)\/(.+)$/.exec(file) ?? []
  return join(dirname(findPackageJSON(name, import.meta.url)!), inside)
}
