import { crc32 } from 'node:zlib'
import type { ByteRange, Storage } from '../../kernel/storage/storage.ts'
import type { ArchiveLayout, ArchivePart } from '../rules/archive.ts'

type Reader = {
  storage: Pick<Storage, 'read'>
  /** The checksums of the entries that are known. Others are added when they are computed. */
  checksums: Map<number, number>
  /** Called with the checksum of each object that was read completely. */
  onChecksum: (key: string, checksum: number) => Promise<void>
}
type Entry = Extract<ArchivePart, { source: unknown }>

/** The bytes of a range of the archive. Reads one chunk at a time, so the memory stays flat. */
export async function* archiveBytes(
  { parts }: ArchiveLayout,
  range: ByteRange,
  reader: Reader,
): AsyncGenerator<Buffer> {
  const entries = parts.filter((part): part is Entry => 'source' in part)
  for (const part of parts) {
    const start = Math.max(range.start, part.offset) - part.offset
    const end = Math.min(range.end, part.offset + part.length - 1) - part.offset
    if (end < start) continue
    if ('source' in part) yield* entryBytes(part, { start, end }, reader)
    else {
      for (const needed of part.needs) await ensureChecksum(entries[needed]!, reader)
      yield part.render(reader.checksums).subarray(start, end + 1)
    }
  }
}

async function* entryBytes(
  { source, length, entry }: Entry,
  { start, end }: ByteRange,
  { storage, checksums, onChecksum }: Reader,
): AsyncGenerator<Buffer> {
  if ('text' in source) {
    yield Buffer.from(source.text).subarray(start, end + 1)
    return
  }
  const isWhole = start === 0 && end === length - 1 && !checksums.has(entry)
  let checksum = 0
  for await (const chunk of storage.read(source.key, { start, end }) as AsyncIterable<Buffer>) {
    if (isWhole) checksum = crc32(chunk, checksum)
    yield chunk
  }
  if (!isWhole) return
  checksums.set(entry, checksum)
  await onChecksum(source.key, checksum)
}

/** Only a range that starts within the archive needs an entry that was not sent before it. */
async function ensureChecksum(
  { source, length, entry }: Entry,
  { storage, checksums, onChecksum }: Reader,
): Promise<void> {
  if (checksums.has(entry)) return
  if ('text' in source) {
    checksums.set(entry, crc32(source.text))
    return
  }
  let checksum = 0
  if (length > 0)
    for await (const chunk of storage.read(source.key, {
      start: 0,
      end: length - 1,
    }) as AsyncIterable<Buffer>)
      checksum = crc32(chunk, checksum)
  checksums.set(entry, checksum)
  await onChecksum(source.key, checksum)
}
