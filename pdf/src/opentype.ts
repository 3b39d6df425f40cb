// Reads what a PDF needs from an OpenType file.

export function findTable(font: Buffer, name: string): Buffer | undefined {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, n) => 12 + n * 16)
  const entry = entries.find((offset) => font.toString('latin1', offset, offset + 4) === name)
  if (entry === undefined) return undefined
  const start = font.readUInt32BE(entry + 8)
  return font.subarray(start, start + font.readUInt32BE(entry + 12))
}

/**
 * The CID of each glyph of a CID-keyed CFF font, or undefined if the font has none. A PDF names such
 * glyphs by CID, not by their number. Adobe Technical Note 5176.
 */
export function readCids(cff: Buffer): number[] | undefined {
  const names = readIndex(cff, cff.readUInt8(2))
  const tops = readIndex(cff, names.end)
  const top = readDict(cff.subarray(...tops.items[0]!))
  if (!top.has(ROS)) return undefined
  const glyphs = readIndex(cff, top.get(CHAR_STRINGS)!).items.length
  return readCharset(cff, top.get(CHARSET)!, glyphs)
}

const CHARSET = 15
const CHAR_STRINGS = 17
/** Registry, ordering, supplement: only CID-keyed fonts have it. */
const ROS = 1200 + 30

type Index = { items: [start: number, end: number][]; end: number }

function readIndex(cff: Buffer, start: number): Index {
  const count = cff.readUInt16BE(start)
  if (count === 0) return { items: [], end: start + 2 }
  const size = cff.readUInt8(start + 2)
  const base = start + 2 + (count + 1) * size
  const offset = (n: number) => base + cff.readUIntBE(start + 3 + n * size, size)
  return {
    items: Array.from({ length: count }, (_, n) => [offset(n), offset(n + 1)]),
    end: offset(count),
  }
}

/** The last operand of each operator. Escaped operators are 1200 and more. */
function readDict(dict: Buffer): Map<number, number> {
  const operands = new Map<number, number>()
  let [offset, operand] = [0, 0]
  while (offset < dict.length) {
    const byte = dict[offset++]!
    if (byte === 12) operands.set(1200 + dict[offset++]!, operand)
    else if (byte <= 21) operands.set(byte, operand)
    else if (byte === 28) {
      operand = dict.readInt16BE(offset)
      offset += 2
    } else if (byte === 29) {
      operand = dict.readInt32BE(offset)
      offset += 4
    } else if (byte === 30) while ((dict[offset++]! & 0xf) !== 0xf);
    else if (byte <= 246) operand = byte - 139
    else if (byte <= 250) operand = (byte - 247) * 256 + dict[offset++]! + 108
    else operand = -(byte - 251) * 256 - dict[offset++]! - 108
  }
  return operands
}

/** Glyph 0 is always CID 0. Format 0 lists the others; formats 1 and 2 list ranges. */
function readCharset(cff: Buffer, offset: number, glyphs: number): number[] {
  const format = cff.readUInt8(offset)
  const cids = [0]
  let position = offset + 1
  while (cids.length < glyphs) {
    const first = cff.readUInt16BE(position)
    const more =
      format === 0 ? 0 : format === 1 ? cff.readUInt8(position + 2) : cff.readUInt16BE(position + 2)
    for (let n = 0; n <= more; n++) cids.push(first + n)
    position += 2 + format
  }
  return cids
}
