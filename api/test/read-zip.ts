// Reads a ZIP without compression, as an unpacking program does: from its end.
import assert from 'node:assert/strict'
import { crc32 } from 'node:zlib'

const END = 0x0605_4b50
const END_64 = 0x0606_4b50
const ENTRY = 0x0201_4b50
const LOCAL = 0x0403_4b50

/** The bytes of each entry by its name. Fails if a checksum or a signature is wrong. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  assert.equal(zip.readUInt32LE(zip.length - 22), END)
  const end = toNumber(zip, zip.length - 42 + 8)
  assert.equal(zip.readUInt32LE(end), END_64)
  let position = toNumber(zip, end + 48)
  const entries = new Map<string, Buffer>()
  for (let left = toNumber(zip, end + 32); left > 0; left--) {
    assert.equal(zip.readUInt32LE(position), ENTRY)
    const nameEnd = position + 46 + zip.readUInt16LE(position + 28)
    const name = zip.toString('utf8', position + 46, nameEnd)
    const [length, offset] = [toNumber(zip, nameEnd + 4), toNumber(zip, nameEnd + 20)]
    const bytes = readEntry(zip, { name, length, offset })
    assert.equal(crc32(bytes), zip.readUInt32LE(position + 16), `the checksum of ${name}`)
    assert.ok(!entries.has(name), `${name} occurs twice`)
    entries.set(name, bytes)
    position = nameEnd + zip.readUInt16LE(position + 30)
  }
  return entries
}

type Entry = { name: string; length: number; offset: number }

function readEntry(zip: Buffer, { name, length, offset }: Entry): Buffer {
  assert.equal(zip.readUInt32LE(offset), LOCAL)
  const nameEnd = offset + 30 + zip.readUInt16LE(offset + 26)
  assert.equal(zip.toString('utf8', offset + 30, nameEnd), name)
  const start = nameEnd + zip.readUInt16LE(offset + 28)
  return zip.subarray(start, start + length)
}

const toNumber = (zip: Buffer, offset: number) => Number(zip.readBigUInt64LE(offset))
