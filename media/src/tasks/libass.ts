// Prepares libass in the working folder. It may use only the fonts of this project, never those of
// the machine, so that a film looks the same wherever it is encoded.
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { workingFolder } from './hls-writer.ts'

const FONTS = 'fonts'

/**
 * Links the fonts into the working folder. Where one font lacks a letter, libass asks fontconfig for
 * another, so fontconfig is limited to the same folder.
 */
export async function installFonts(files: readonly string[]): Promise<void> {
  await mkdir(FONTS)
  for (const file of files) await symlink(file, join(FONTS, basename(file)))
  const here = workingFolder()
  await writeFile(
    'fonts.conf',
    '<?xml version="1.0"?><fontconfig>' +
      `<dir>${here}/${FONTS}</dir><cachedir>${here}/cache</cachedir>` +
      '</fontconfig>',
  )
  process.env.FONTCONFIG_FILE = `${here}/fonts.conf`
}

/**
 * The filter that draws an ASS script over the picture. Rows break by the rules of Unicode, because
 * Chinese and Japanese rows have no spaces.
 */
export const assFilter = (script: string): string =>
  `subtitles=filename=${script}:fontsdir=${FONTS}:wrap_unicode=1`

/** The same for a transparent picture: the text becomes opaque. */
export const assAlphaFilter = (script: string): string => `${assFilter(script)}:alpha=1`

/** A backslash cannot be escaped in ASS. A word joiner after it keeps it from starting a command. */
const WORD_JOINER = '\u2060'

export const escapeAssText = (text: string): string =>
  text.replaceAll('\\', `\\${WORD_JOINER}`).replace(/[{}]/g, '\\$&')
