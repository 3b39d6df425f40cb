// Reads from the OpenType `cmap` table (formats 4 and 12) which characters a font covers. Other
// characters would be drawn as an empty box.
import { readFile } from 'node:fs/promises'

/** The distinct characters of a text that no font covers. */
export async function findMissingGlyphs(text: string, fonts: readonly string[]): Promise<string[]> {
  let missing = [...new Set(text)].filter((character) => !INVISIBLE.test(character))
  for (const path of fonts) {
    if (missing.length === 0) break
    const covers = readCoverage(await readFile(path))
    missing = missing.filter((character) => !covers(character.codePointAt(0)!))
  }
  return missing
}

/** Spaces, control characters, and characters that only affect joining or direction. */
const INVISIBLE = /[\p{White_Space}\p{Cc}\p{Cf}\p{Variation_Selector}]/u

type Coverage = (code: number) => boolean

function readCoverage(font: Buffer): Coverage {
  const offset = findTable(font, 'cmap')
  if (offset === undefined) return () => false
  const tables = Array.from(
    { length: font.readUInt16BE(offset + 2) },
    (_, n) => offset + font.readUInt32BE(offset + 8 + n * 8),
  )
  const format12 = tables.find((table) => font.readUInt16BE(table) === 12)
  const format4 = tables.find((table) => font.readUInt16BE(table) === 4)
  return format12 !== undefined
    ? readFormat12(font, format12)
    : format4 !== undefined
      ? readFormat4(font, format4)
      : () => false
}

function findTable(font: Buffer, name: string): number | undefined {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, n) => 12 + n * 16)
  const entry = entries.find((offset) => font.toString('latin1', offset, offset + 4) === name)
  return entry === undefined ? undefined : font.readUInt32BE(entry + 8)
}

function readFormat12(font: Buffer, offset: number): Coverage {
  const groups = Array.from(
    { length: font.readUInt32BE(offset + 12) },
    (_, n) =>
      [font.readUInt32BE(offset + 16 + n * 12), font.readUInt32BE(offset + 20 + n * 12)] as const,
  )
  return (code) => groups.some(([first, last]) => code >= first && code <= last)
}

/** Format 4: the ends of all segments, two bytes of padding, then their starts. */
function readFormat4(font: Buffer, offset: number): Coverage {
  const count = font.readUInt16BE(offset + 6) / 2
  const segments = Array.from(
    { length: count },
    (_, n) =>
      [
        font.readUInt16BE(offset + 16 + (count + n) * 2),
        font.readUInt16BE(offset + 14 + n * 2),
      ] as const,
  )
  return (code) => code < 0xffff && segments.some(([first, last]) => code >= first && code <= last)
}
