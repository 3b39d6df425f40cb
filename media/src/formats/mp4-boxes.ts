// MP4 is a tree of boxes: four bytes of length, four letters of type, then the content.

export type Mp4Box = { type: string; start: number; end: number }

/** The sibling boxes in a buffer. Stops at the first invalid box. */
export function* listBoxes(bytes: Buffer, from = 0, to = bytes.length): Generator<Mp4Box> {
  for (let offset = from; offset + 8 <= to;) {
    const length = bytes.readUInt32BE(offset)
    if (length < 8 || offset + length > to) return
    yield {
      type: bytes.toString('latin1', offset + 4, offset + 8),
      start: offset + 8,
      end: offset + length,
    }
    offset += length
  }
}

/** The first box at a path such as moov/trak/mdia. */
export function findBox(
  bytes: Buffer,
  path: string,
  within: Mp4Box = { type: '', start: 0, end: bytes.length },
): Mp4Box | undefined {
  return path
    .split('/')
    .reduce<Mp4Box | undefined>(
      (parent, type) =>
        parent && listBoxes(bytes, parent.start, parent.end).find((box) => box.type === type),
      within,
    )
}

type ReadAt = (offset: number, length: number) => Promise<Buffer>

/**
 * The file length that the top-level boxes declare, and whether the index (moov) is among them.
 * Reads 16 bytes per box.
 */
export async function measureBoxes(
  read: ReadAt,
  size: number,
): Promise<{ claimed: number; index: boolean }> {
  let offset = 0
  let index = false
  for (let count = 0; offset + 8 <= size && count < 100_000; count++) {
    const head = await read(offset, 16)
    const short = head.readUInt32BE(0)
    const length =
      short === 1 && head.length === 16
        ? Number(head.readBigUInt64BE(8))
        : short === 0
          ? size - offset
          : short
    const type = head.toString('latin1', 4, 8)
    if (length < 8 || !/^[ -~©]{4}$/.test(type)) break
    index ||= type === 'moov' && offset + length <= size
    offset += length
  }
  return { claimed: offset, index }
}
