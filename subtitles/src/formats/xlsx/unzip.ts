// Unpacks the parts of a workbook that are read. The zlib of Node.js takes a fifth of the time of
// fflate, which is for browsers, and for archives that zlib does not accept.
import { unzipSync } from 'fflate'

type Parts = Record<string, Uint8Array>
type Zlib = {
  inflateRawSync: (
    bytes: Uint8Array,
    options: { chunkSize: number; maxOutputLength: number },
  ) => Uint8Array
}

const MAX_BYTES = 64 * 1024 * 1024
const MAX_PARTS = 2000
const PART =
  /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/

/** Returns why the workbook cannot be read as a string. */
export function unzip(bytes: Uint8Array): Parts | string {
  return inflateParts(bytes) ?? unzipParts(bytes)
}

/** Unpacks only the parts that are read, up to their declared sizes. */
function unzipParts(bytes: Uint8Array): Parts | string {
  let [size, count] = [0, 0]
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const wanted = PART.test(name)
        if (wanted) [size, count] = [size + originalSize, count + 1]
        return wanted && size <= MAX_BYTES && count <= MAX_PARTS
      },
    })
    return size > MAX_BYTES || count > MAX_PARTS ? 'The workbook is too large' : parts
  } catch {
    return 'The file is not a workbook (xlsx), or it is damaged'
  }
}

/** Undefined without zlib, and if anything is unusual. */
function inflateParts(bytes: Uint8Array): Parts | undefined {
  const zlib = findZlib()
  if (!zlib) return undefined
  const parts: Parts = {}
  let [total, count] = [0, 0]
  try {
    for (const { name, size, isDeflated, packed } of readDirectory(bytes)) {
      if (!PART.test(name)) continue
      ;[total, count] = [total + size, count + 1]
      if (!isDeflated || size === 0 || total > MAX_BYTES || count > MAX_PARTS) return undefined
      const options = { chunkSize: Math.max(64, size), maxOutputLength: size }
      parts[name] = zlib.inflateRawSync(packed, options)
    }
    return parts
  } catch {
    return undefined
  }
}

function findZlib(): Zlib | undefined {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (name: string) => Zlib | undefined }
  }
  return process?.getBuiltinModule?.('node:zlib')
}

type Entry = { name: string; size: number; isDeflated: boolean; packed: Uint8Array }

const [END_OF_DIRECTORY, ENTRY, LOCAL_ENTRY] = [0x06054b50, 0x02014b50, 0x04034b50]
const END_LENGTH = 22
const MAX_COMMENT = 65_535

/** The central directory (PKZIP APPNOTE, 4.3.12). Throws if the archive is not a plain one. */
function* readDirectory(bytes: Uint8Array): Generator<Entry, void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const last = bytes.length - END_LENGTH
  let end = last
  while (view.getUint32(end, true) !== END_OF_DIRECTORY)
    if (--end < last - MAX_COMMENT) throw new RangeError('The archive has no directory')
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 8, true); left > 0; left--) {
    const local = view.getUint32(at + 42, true)
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    const name = String.fromCharCode(...bytes.subarray(at + 46, nameEnd))
    const isUsual =
      view.getUint32(at, true) === ENTRY &&
      view.getUint32(local, true) === LOCAL_ENTRY &&
      !/[\u0080-\u00ff]/.test(name)
    if (!isUsual) throw new RangeError('The archive has an unusual directory')
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    yield {
      name,
      size: view.getUint32(at + 24, true),
      isDeflated: view.getUint16(at + 10, true) === 8,
      packed: bytes.subarray(from, from + view.getUint32(at + 20, true)),
    }
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
}
