const HEADER_BYTES = 44

/** RIFF WAVE with one channel of 16 bits. */
export function writeWav(samples: Int16Array, rate: number): Buffer {
  const length = samples.length * 2
  const bytes = Buffer.alloc(HEADER_BYTES + length)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(HEADER_BYTES - 8 + length, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(length, 40)
  Buffer.from(samples.buffer, samples.byteOffset, length).copy(bytes, HEADER_BYTES)
  return bytes
}
