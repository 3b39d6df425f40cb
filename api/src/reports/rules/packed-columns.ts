// Columns of numbers as bytes: the length of the header, the header as JSON, then the columns in
// the byte order of the machine. A report unpacks thousands of them.
type PackedColumn = Uint8Array | Uint16Array | Uint32Array | Float64Array
type ColumnType = typeof Uint8Array | typeof Uint16Array | typeof Uint32Array | typeof Float64Array
export type ColumnLayout = Record<string, ColumnType>
/** A key of the layout is the name of a column. */
export type ColumnsOf<L extends ColumnLayout> = { [K in keyof L]: InstanceType<L[K]> }

const ALIGNMENT = 8
const aligned = (length: number) => Math.ceil(length / ALIGNMENT) * ALIGNMENT

export function packColumns(header: object, columns: Record<string, PackedColumn>): Buffer {
  const lengths = Object.values(columns).map(({ length }) => length)
  const text = Buffer.from(JSON.stringify({ ...header, lengths }))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(text.length)
  return Buffer.concat([
    padded(Buffer.concat([size, text])),
    ...Object.values(columns).map((column) => padded(column)),
  ])
}

function padded(column: PackedColumn): Buffer {
  const bytes = Buffer.alloc(aligned(column.byteLength))
  bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength))
  return bytes
}

/** The bytes until the end of the last column of the layout, which may have fewer than are packed. */
export function lengthOfColumns(packed: Buffer, layout: ColumnLayout): number {
  const size = packed.readUInt32LE(0)
  const { lengths } = JSON.parse(packed.toString('utf8', 4, 4 + size)) as { lengths: number[] }
  return Object.values(layout).reduce(
    (sum, column, index) => sum + aligned(lengths[index]! * column.BYTES_PER_ELEMENT),
    aligned(4 + size),
  )
}

export function unpackColumns<H extends object, L extends ColumnLayout>(
  packed: Buffer,
  layout: L,
): H & ColumnsOf<L> {
  const size = packed.readUInt32LE(0)
  const header = JSON.parse(packed.toString('utf8', 4, 4 + size)) as H & { lengths: number[] }
  // Columns have to start at aligned addresses. A copy does.
  const bytes = packed.byteOffset % ALIGNMENT === 0 ? packed : new Uint8Array(packed)
  const buffer = bytes.buffer as ArrayBuffer
  const unpacked: Record<string, unknown> = header
  let at = bytes.byteOffset + aligned(4 + size)
  let index = 0
  for (const name in layout) {
    const column = new layout[name]!(buffer, at, header.lengths[index++])
    at += aligned(column.byteLength)
    unpacked[name] = column
  }
  return header as unknown as H & ColumnsOf<L>
}
