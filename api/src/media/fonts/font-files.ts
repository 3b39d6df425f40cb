// The fonts that text is burned in with: our own, from packages, and never those of the machine, so
// that a version looks the same wherever it is made.
import { symlink } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Typeface } from '../types.ts'
import { JAPANESE, LATIN, ownFontFiles } from './typefaces.ts'

/**
 * With Latin for names and numbers, and the Japanese one for what hardly another has: notes of
 * music, arrows, wide signs.
 */
export const fontFiles = (typeface: Typeface): string[] =>
  [...ownFontFiles(typeface), ...LATIN, JAPANESE].map(pathOf)

/** The packages export no paths of their fonts, so the way to them is by their own folder. */
function pathOf(file: string): string {
  const [, name = '', inside = ''] = /^(@[^/]+\/[^/]+)\/(.+)$/.exec(file) ?? []
  return join(dirname(findPackageJSON(name, import.meta.url)!), inside)
}

/** Links to them in an empty folder, which is then all the fonts there are. */
export async function linkFonts(typeface: Typeface, folder: string): Promise<void> {
  for (const file of fontFiles(typeface)) await symlink(file, join(folder, basename(file)))
}
