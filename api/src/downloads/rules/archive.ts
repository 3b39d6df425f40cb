// The layout of a ZIP file without compression (APPNOTE 6.3.10). Everything but the checksums is
// known before the first byte is sent, so the length is exact, and any range can be sent alone.
// Entries always use the 64-bit fields, so that the layout does not depend on the sizes.

import type { Download } from '../contract.ts'

export type ArchiveEntry = {
  name: string
  length: number
  source: { key: string } | { text: string }
}
/** A part of the archive. `render` needs the checksums of the entries. */
export type ArchivePart =
  | { offset: number; length: number; entry: number; source: ArchiveEntry['source'] }
  | {
      offset: number
      length: number
      needs: number[]
      render: (checksums: ReadonlyMap<number, number>) => Buffer
    }
export type ArchiveLayout = { parts: ArchivePart[]; length: number }

const LOCAL_HEADER = 30
const LOCAL_EXTRA = 20
const DESCRIPTOR = 24
const CENTRAL_HEADER = 46
const CENTRAL_EXTRA = 28
const END_RECORDS = 56 + 20 + 22
/** Needs a reader that knows the 64-bit fields. */
const VERSION = 45
/** The checksum follows the bytes (bit 3), and names are in UTF-8 (bit 11). */
const FLAGS = 0x0808
const MAX_32 = 0xffff_ffff
const MAX_16 = 0xffff

const MANIFEST_NAME = 'SHA256SUMS'

/** In the format of `sha256sum -c`. */
export const manifestOf = (files: readonly { name: string; sha256: string }[]): string =>
  files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')

/** Names without folders, without characters that Windows refuses, and each only once. */
export function archiveNames(names: readonly string[]): string[] {
  const used = new Set([MANIFEST_NAME.toLowerCase()])
  return names.map((name) => {
    const safe = safeName(name)
    const dot = safe.lastIndexOf('.')
    const [stem, ending] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, '']
    let unique = safe
    for (let number = 2; used.has(unique.toLowerCase()); number++)
      unique = `${stem} (${number})${ending}`
    used.add(unique.toLowerCase())
    return unique
  })
}

const safeName = (name: string) =>
  name
    .normalize('NFC')
    .replace(/[/\\:*?"<>|\p{Cc}]/gu, '_')
    .replace(/^\.+/, '_')
    .replace(/(?<![. ])[. ]+$/, '_')
    .slice(0, 200) || '_'

/** `modified` is in seconds. The same input always gives the same bytes. */
export function layOutArchive(entries: readonly ArchiveEntry[], modified: number): ArchiveLayout {
  const parts: ArchivePart[] = []
  const placed: PlacedEntry[] = []
  let offset = 0
  const add = (part: WithoutPosition<ArchivePart>) => {
    parts.push({ ...part, offset })
    offset += part.length
  }
  for (const [index, { name, length, source }] of entries.entries()) {
    const entry = { name: Buffer.from(name), length, offset, time: dosTime(modified) }
    placed.push(entry)
    const header = localHeader(entry)
    add({ length: header.length, needs: [], render: () => header })
    add({ length, entry: index, source })
    add({
      length: DESCRIPTOR,
      needs: [index],
      render: (checksums) => descriptor(entry, checksums.get(index)!),
    })
  }
  const start = offset
  const directoryLength = placed.reduce(
    (sum, { name }) => sum + CENTRAL_HEADER + name.length + CENTRAL_EXTRA,
    0,
  )
  add({
    length: directoryLength + END_RECORDS,
    needs: placed.map((_entry, index) => index),
    render: (checksums) =>
      Buffer.concat([
        ...placed.map((entry, index) => centralHeader(entry, checksums.get(index)!)),
        endRecords({ count: placed.length, start, length: directoryLength }),
      ]),
  })
  return { parts, length: offset }
}

type WithoutPosition<P> = P extends unknown ? Omit<P, 'offset'> : never
type PlacedEntry = { name: Buffer; length: number; offset: number; time: number }

function localHeader({ name, length, time }: PlacedEntry): Buffer {
  const header = Buffer.alloc(LOCAL_HEADER + LOCAL_EXTRA)
  header.writeUInt32LE(0x0403_4b50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt32LE(time, 10)
  header.writeUInt32LE(MAX_32, 18)
  header.writeUInt32LE(MAX_32, 22)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(LOCAL_EXTRA, 28)
  header.writeUInt16LE(0x0001, LOCAL_HEADER)
  header.writeUInt16LE(LOCAL_EXTRA - 4, LOCAL_HEADER + 2)
  // The sizes follow the bytes too, but readers of streams want them here.
  header.writeBigUInt64LE(BigInt(length), LOCAL_HEADER + 4)
  header.writeBigUInt64LE(BigInt(length), LOCAL_HEADER + 12)
  return Buffer.concat([header.subarray(0, LOCAL_HEADER), name, header.subarray(LOCAL_HEADER)])
}

function descriptor({ length }: PlacedEntry, checksum: number): Buffer {
  const bytes = Buffer.alloc(DESCRIPTOR)
  bytes.writeUInt32LE(0x0807_4b50, 0)
  bytes.writeUInt32LE(checksum, 4)
  bytes.writeBigUInt64LE(BigInt(length), 8)
  bytes.writeBigUInt64LE(BigInt(length), 16)
  return bytes
}

function centralHeader({ name, length, offset, time }: PlacedEntry, checksum: number): Buffer {
  const header = Buffer.alloc(CENTRAL_HEADER + CENTRAL_EXTRA)
  header.writeUInt32LE(0x0201_4b50, 0)
  // Made by a Unix program, so that the permissions below count.
  header.writeUInt16LE((3 << 8) | VERSION, 4)
  header.writeUInt16LE(VERSION, 6)
  header.writeUInt16LE(FLAGS, 8)
  header.writeUInt32LE(time, 12)
  header.writeUInt32LE(checksum, 16)
  header.writeUInt32LE(MAX_32, 20)
  header.writeUInt32LE(MAX_32, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(CENTRAL_EXTRA, 30)
  header.writeUInt32LE((0o100_644 << 16) >>> 0, 38)
  header.writeUInt32LE(MAX_32, 42)
  header.writeUInt16LE(0x0001, CENTRAL_HEADER)
  header.writeUInt16LE(CENTRAL_EXTRA - 4, CENTRAL_HEADER + 2)
  for (const [index, value] of [length, length, offset].entries())
    header.writeBigUInt64LE(BigInt(value), CENTRAL_HEADER + 4 + 8 * index)
  return Buffer.concat([header.subarray(0, CENTRAL_HEADER), name, header.subarray(CENTRAL_HEADER)])
}

function endRecords(directory: { count: number; start: number; length: number }): Buffer {
  const bytes = Buffer.alloc(END_RECORDS)
  const [count, length, start] = [directory.count, directory.length, directory.start].map(
    BigInt,
  ) as [bigint, bigint, bigint]
  bytes.writeUInt32LE(0x0606_4b50, 0)
  bytes.writeBigUInt64LE(44n, 4)
  bytes.writeUInt16LE((3 << 8) | VERSION, 12)
  bytes.writeUInt16LE(VERSION, 14)
  bytes.writeBigUInt64LE(count, 24)
  bytes.writeBigUInt64LE(count, 32)
  bytes.writeBigUInt64LE(length, 40)
  bytes.writeBigUInt64LE(start, 48)
  bytes.writeUInt32LE(0x0706_4b50, 56)
  bytes.writeBigUInt64LE(start + length, 64)
  bytes.writeUInt32LE(1, 72)
  bytes.writeUInt32LE(0x0605_4b50, 76)
  bytes.writeUInt16LE(MAX_16, 84)
  bytes.writeUInt16LE(MAX_16, 86)
  bytes.writeUInt32LE(MAX_32, 88)
  bytes.writeUInt32LE(MAX_32, 92)
  return bytes
}

/** Date and time of MS-DOS, in UTC, with a resolution of two seconds. */
function dosTime(seconds: number): number {
  const time = new Date(seconds * 1000)
  const date =
    ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate()
  const clock =
    (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1)
  return ((date << 16) | clock) >>> 0
}

type ArchivedFile = { name: string; length: number; key: string }

/** All files and a manifest with their hashes. The name of an object is its SHA-256. */
export function archiveOf(files: readonly ArchivedFile[], created: number): ArchiveLayout {
  const names = archiveNames(files.map(({ name }) => name))
  const manifest = manifestOf(files.map(({ key }, index) => ({ name: names[index]!, sha256: key })))
  return layOutArchive(
    [
      ...files.map(({ length, key }, index) => ({ name: names[index]!, length, source: { key } })),
      { name: MANIFEST_NAME, length: Buffer.byteLength(manifest), source: { text: manifest } },
    ],
    created,
  )
}

export const archiveFileName = (name: string) => `${archiveNames([name])[0]!.slice(0, 100)}.zip`

type Downloaded = Pick<Download, 'asset' | 'project'>

/** Named after the asset of all files, or else after their project. */
export function nameOfDownloads([first, ...others]: readonly Downloaded[]): string {
  const shared = (['asset', 'project'] as const).find((level) =>
    others.every((download) => download[level]._id === first?.[level]._id),
  )
  return archiveFileName((first && shared && first[shared].name) || 'Files')
}
