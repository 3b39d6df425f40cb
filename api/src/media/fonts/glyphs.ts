// Which letters a font has, from its OpenType `cmap` table (formats 4 and 12). A letter that no font
// has would be drawn as an empty box.
import { readFile } from 'node:fs/promises'

/** The letters of a text that none of the fonts has, without duplicates. */
export async function findMissingGlyphs(text: string, fonts: readonly string[]): Promise<string[]> {
  let missing = [...new Set(text)].filter((letter) => !NEVER_DRAWN.test(letter))
  for (const path of fonts) {
    if (missing.length === 0) break
    const has = readCoverage(await readFile(path))
    missing = missing.filter((letter) => !has(letter.codePointAt(0)!))
  }
  return missing
}

/** Spaces, control characters, and characters that only affect joining or direction. */
const NEVER_DRAWN = /[\p{White_Space}\p{Cc}\p{Cf}\p{Variation_Selector}]/u

type Has = (code: number) => boolean

function readCoverage(font: Buffer): Has {
  const at = tableAt(font, 'cmap')
  if (at === undefined) return () => false
  const tables = Array.from(
    { length: font.readUInt16BE(at + 2) },
    (_, n) => at + font.readUInt32BE(at + 8 + n * 8),
  )
  const wide = tables.find((table) => font.readUInt16BE(table) === 12)
  const narrow = tables.find((table) => font.readUInt16BE(table) === 4)
  return wide !== undefined
    ? inGroups(font, wide)
    : narrow !== undefined
      ? inSegments(font, narrow)
      : () => false
}

function tableAt(font: Buffer, name: string): number | undefined {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, n) => 12 + n * 16)
  const entry = entries.find((at) => font.toString('latin1', at, at + 4) === name)
  return entry === undefined ? undefined : font.readUInt32BE(entry + 8)
}

function inGroups(font: Buffer, at: number): Has {
  const groups = Array.from(
    { length: font.readUInt32BE(at + 12) },
    (_, n) => [font.readUInt32BE(at + 16 + n * 12), font.readUInt32BE(at + 20 + n * 12)] as const,
  )
  return (code) => groups.some(([first, last]) => code >= first && code <= last)
}

/** Format 4: the ends of all segments, two bytes of padding, then their starts. */
function inSegments(font: Buffer, at: number): Has {
  const count = font.readUInt16BE(at + 6) / 2
  const segments = Array.from(
    { length: count },
    (_, n) =>
      [font.readUInt16BE(at + 16 + (count + n) * 2), font.readUInt16BE(at + 14 + n * 2)] as const,
  )
  return (code) => code < 0xffff && segments.some(([first, last]) => code >= first && code <= last)
}
