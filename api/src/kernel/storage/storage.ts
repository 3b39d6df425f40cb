import type { Readable } from 'node:stream'

/**
 * Where bytes are kept. Originals are found by their SHA-256, so they are never moved or rewritten,
 * and the same bytes are stored once.
 */
export type Storage = {
  /**
   * Begins to take bytes in, or goes on after those that are kept already. Each call writes to a
   * place of its own: one that was given up can no longer do harm.
   */
  resume: (id: string, kept: SavedBytes) => Promise<IncomingWriter>
  /** What is kept under an id, from its beginning, before it is published. */
  readSaved: (id: string, kept: SavedBytes) => Promise<Readable>
  /**
   * Gives kept bytes their place for good. Resolves when that would survive a power cut; done
   * twice, it is done once.
   */
  publish: (id: string, kept: SavedBytes, key: string) => Promise<void>
  /** Nothing is left of what came in under this id. */
  discard: (id: string) => Promise<void>
  /** The ids under which something lies that nobody added to for so long. */
  listAbandoned: (seconds: number) => Promise<string[]>
  /** Both ends included. */
  read: (key: string, span: ByteRange) => Readable
  /** All that is whole, in no order, whoever names it. */
  list: () => AsyncIterable<StoredObject>
  lengthOf: (key: string) => Promise<number | undefined>
  /** For what was made and can be made again; never for an original that a record names. */
  remove: (key: string) => Promise<void>
  /** How many bytes still fit, where that can be known. */
  freeBytes: () => Promise<number>
  /** The path of the bytes below the storage's folder, where they are a file. */
  pathOf?: (key: string) => string
  /** An address from which the bytes can be fetched without us for a short while. */
  presign?: (
    key: string,
    asked: { disposition: string; mime: string; seconds: number },
  ) => Promise<string>
}

/** `changed` in milliseconds. */
export type StoredObject = { key: string; length: number; changed: number }
export type ByteRange = { start: number; end: number }

/**
 * Bytes that are safe although not all have come. The caller keeps this beside its own record, so
 * that any process can go on.
 */
export type SavedBytes = { length: number; parts: SavedPart[] }
export type SavedPart = { name: string; length: number }
export const NO_BYTES: SavedBytes = { length: 0, parts: [] }

export type IncomingWriter = {
  /** The order of calls is the order of bytes. The piece is free again when it resolves. */
  write: (piece: Buffer) => Promise<void>
  /**
   * Resolves when everything written so far would survive a power cut. More may be written
   * meanwhile; that is part of the next.
   */
  save: () => Promise<SavedBytes>
  close: () => Promise<void>
}

export type Digests = { md5: string; sha256: string }
/** What was measured of bytes that have come in whole. `key` finds them again. */
export type PublishedObject = Digests & { key: string; length: number; head: Buffer }
