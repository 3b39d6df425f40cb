// Writes a PDF (ISO 32000-1) with embedded fonts.
import { deflateSync } from 'node:zlib'
import { embedFont, type UsedFont } from './embed-font.ts'
import { createObjects } from './objects.ts'
import type { LoadedFont } from './fonts.ts'
import type { TextLine } from './text.ts'

/** A4, landscape, in points. */
export const PAGE = { width: 842, height: 595 }

/** Positions are in points from the top left. */
export type PdfDocument = {
  addPage: () => void
  /** `y` is the baseline. */
  drawText: (
    line: TextLine,
    position: { x: number; y: number; size: number; grey?: number },
  ) => void
  drawRule: (position: { x: number; y: number; width: number }) => void
  /** Draws the part of the picture that `crop` names in its pixels. */
  drawImage: (image: PdfImage, crop: Box, position: Box) => void
  finish: () => Promise<Uint8Array>
}
export type Box = { x: number; y: number; width: number; height: number }
export type PdfImage = { jpeg: Uint8Array; width: number; height: number }

export function createPdf({ title, language }: { title: string; language: string }): PdfDocument {
  const pages: string[][] = []
  const fonts = new Map<LoadedFont, UsedFont>()
  const images: PdfImage[] = []
  const add = (operators: string) => void pages.at(-1)!.push(operators)
  const use = (font: LoadedFont): UsedFont => {
    const used = fonts.get(font) ?? { font, name: `F${fonts.size + 1}`, glyphs: new Map() }
    fonts.set(font, used)
    return used
  }
  return {
    addPage: () => void pages.push([]),
    drawText: (line, { x, y, size, grey = 0 }) => {
      let cursor = x
      add(`${number(grey)} g BT`)
      for (const { font, glyphs } of line.runs)
        cursor = drawGlyphs(add, use(font), glyphs, { x: cursor, y: PAGE.height - y, size })
      add('ET')
    },
    drawRule: ({ x, y, width }) =>
      add(
        `0.75 G 0.5 w ${number(x)} ${number(PAGE.height - y)} m ${number(x + width)} ${number(PAGE.height - y)} l S`,
      ),
    drawImage: (image, crop, { x, y, width, height }) => {
      if (!images.includes(image)) images.push(image)
      const scale = width / crop.width
      const [left, top] = [x - crop.x * scale, y - crop.y * scale]
      const box = [x, PAGE.height - y - height, width, height].map(number).join(' ')
      const [full, high] = [image.width * scale, image.height * scale]
      add(
        `q ${box} re W n ${number(full)} 0 0 ${number(high)} ${number(left)} ${number(PAGE.height - top - high)} cm /I${images.indexOf(image) + 1} Do Q`,
      )
    },
    finish: async () => {
      const objects = createObjects()
      const fontEntries = await Promise.all(
        [...fonts.values()].map(async (used) => `/${used.name} ${await embedFont(objects, used)}`),
      )
      const imageEntries = images.map((image, n) => `/I${n + 1} ${addImage(objects, image)}`)
      const resources = objects.add(
        `<< /Font << ${fontEntries.join(' ')} >> /XObject << ${imageEntries.join(' ')} >> >>`,
      )
      const tree = objects.reserve()
      const kids = pages.map((operators) => {
        const content = objects.addStream('/Filter /FlateDecode', deflateSync(operators.join('\n')))
        return objects.add(
          `<< /Type /Page /Parent ${tree} /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources ${resources} /Contents ${content} >>`,
        )
      })
      objects.set(tree, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>`)
      const root = objects.add(
        `<< /Type /Catalog /Pages ${tree} /Lang ${pdfText(language)} /ViewerPreferences << /DisplayDocTitle true >> >>`,
      )
      const info = objects.add(`<< /Title ${pdfText(title)} /Producer ${pdfText('Reelay')} >>`)
      return objects.write({ root, info })
    },
  }
}

type Position = { x: number; y: number; size: number }

/** Draws the glyphs and returns where the next run starts. */
function drawGlyphs(
  add: (operators: string) => void,
  { font, name, glyphs: usedGlyphs }: UsedFont,
  glyphs: readonly TextLine['runs'][number]['glyphs'][number][],
  { x, y, size }: Position,
): number {
  const scale = size / font.unitsPerEm
  let cursor = x
  let codes = ''
  const start = (left: number, bottom: number) => `1 0 0 1 ${number(left)} ${number(bottom)} Tm [<`
  const operators = [`/${name} ${number(size)} Tf`]
  let isMoved = true
  for (const { id, advance, dx, dy, text } of glyphs) {
    const code = font.codeOf(id)
    const natural = usedGlyphs.get(code)?.width ?? font.font.glyphHAdvance(id)
    if (!usedGlyphs.has(code)) usedGlyphs.set(code, { id, width: natural, text })
    const isOffset = dx !== 0 || dy !== 0
    if (isMoved || isOffset) {
      if (codes) operators.push(`${codes}>] TJ`)
      codes = start(cursor + dx * scale, y + dy * scale)
    }
    codes += code.toString(16).padStart(4, '0')
    if (natural !== advance && !isOffset)
      codes += `> ${number(((natural - advance) * 1000) / font.unitsPerEm)} <`
    cursor += advance * scale
    // After a shifted glyph, the next one starts at its own position again.
    isMoved = isOffset
  }
  if (codes) operators.push(`${codes}>] TJ`)
  add(operators.join('\n'))
  return cursor
}

const addImage = (
  objects: ReturnType<typeof createObjects>,
  { jpeg, width, height }: PdfImage,
): string =>
  objects.addStream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
    jpeg,
  )

const number = (value: number): string => String(Math.round(value * 100) / 100)

/** UTF-16 in hexadecimal, so that nothing needs escaping. */
export const pdfText = (text: string): string =>
  `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
