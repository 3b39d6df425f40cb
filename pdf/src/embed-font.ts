// Embeds the used glyphs of a font, with their widths and the text that they stand for.
import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import type { LoadedFont } from './fonts.ts'
import type { PdfObjects } from './objects.ts'
import { findTable } from './opentype.ts'
import { subsetFont } from './subset-font.ts'

/** The used glyphs by their codes in the document. */
export type UsedFont = {
  font: LoadedFont
  name: string
  glyphs: Map<number, { id: number; width: number; text: string }>
}

export async function embedFont(objects: PdfObjects, used: UsedFont): Promise<string> {
  const { font, glyphs } = used
  const subset = Buffer.from(
    await subsetFont(
      readFileSync(font.path),
      [...glyphs.values()].map(({ id }) => id),
    ),
  )
  const program = font.isCff ? findTable(subset, 'CFF ')! : subset
  const file = objects.addStream(
    `${font.isCff ? '/Subtype /CIDFontType0C ' : ''}/Length1 ${program.length} /Filter /FlateDecode`,
    deflateSync(program),
  )
  const perMille = (units: number) => Math.round((units * 1000) / font.unitsPerEm)
  // A subset has a prefix of six letters (ISO 32000-1, 9.6.4).
  const baseFont = `/REELAY+${used.name}`
  const descriptor = objects.add(
    `<< /Type /FontDescriptor /FontName ${baseFont} /Flags 4 /FontBBox [0 ${perMille(font.descent)} 1000 ${perMille(font.ascent)}] /ItalicAngle 0 /Ascent ${perMille(font.ascent)} /Descent ${perMille(font.descent)} /CapHeight 700 /StemV 80 /${font.isCff ? 'FontFile3' : 'FontFile2'} ${file} >>`,
  )
  const codes = [...glyphs].toSorted(([a], [b]) => a - b)
  const widths = codes.map(([code, { width }]) => `${code} [${perMille(width)}]`).join(' ')
  const descendant = objects.add(
    `<< /Type /Font /Subtype /${font.isCff ? 'CIDFontType0' : 'CIDFontType2'} /BaseFont ${baseFont} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} /W [${widths}]${font.isCff ? '' : ' /CIDToGIDMap /Identity'} >>`,
  )
  const unicode = objects.addStream(
    '/Filter /FlateDecode',
    deflateSync(toUnicode(codes.map(([code, { text }]) => [code, text] as const))),
  )
  return objects.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont ${baseFont} /Encoding /Identity-H /DescendantFonts [${descendant}] /ToUnicode ${unicode} >>`,
  )
}

/** A CMap holds at most 100 entries in one block. */
const BLOCK = 100

/** For search and for copied text. */
function toUnicode(codes: readonly (readonly [code: number, text: string])[]): string {
  const entries = codes
    .filter(([, text]) => text !== '')
    .map(
      ([code, text]) => `<${hex(code)}> <${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`,
    )
  const blocks = Array.from({ length: Math.ceil(entries.length / BLOCK) }, (_, n) => {
    const part = entries.slice(n * BLOCK, (n + 1) * BLOCK)
    return `${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`
  })
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}

const hex = (code: number) => code.toString(16).padStart(4, '0')
