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
  resume: (id: string, kept: Kept) => Promise<Incoming>
  /** What is kept under an id, from its beginning, before it is published. */
  readKept: (id: string, kept: Kept) => Promise<Readable>
  /**
   * Gives kept bytes their place for good. Resolves when that would survive a power cut; done
   * twice, it is done once.
   */
  publish: (id: string, kept: Kept, key: string) => Promise<void>
  /** Nothing is left of what came in under this id. */
  drop: (id: string) => Promise<void>
  /** The ids under which something lies that nobody added to for so long. */
  abandoned: (seconds: number) => Promise<string[]>
  /** Both ends included. */
  read: (key: string, span: Span) => Readable
  /** All that is whole, in no order, whoever names it. */
  list: () => AsyncIterable<Stored>
  lengthOf: (key: string) => Promise<number | undefined>
  /** For what was made and can be made again; never for an original that a record names. */
  remove: (key: string) => Promise<void>
  /** How many bytes still fit, where that can be known. */
  room: () => Promise<number>
  /** The path of the bytes below the storage's folder, where they are a file. */
  pathOf?: (key: string) => string
  /** An address from which the bytes can be fetched without us for a short while. */
  presign?: (
    key: string,
    asked: { disposition: string; mime: string; seconds: number },
  ) => Promise<string>
}

/** `changed` in milliseconds. */
export type Stored = { key: string; length: number; changed: number }
export type Span = { start: number; end: number }

/**
 * Bytes that are safe although not all have come. The caller keeps this beside its own record, so
 * that any process can go on.
 */
export type Kept = { length: number; parts: Part[] }
export type Part = { name: string; length: number }
export const nothing: Kept = { length: 0, parts: [] }

export type Incoming = {
  /** The order of calls is the order of bytes. The piece is free again when it resolves. */
  write: (piece: Buffer) => Promise<void>
  /**
   * Resolves when everything written so far would survive a power cut. More may be written
   * meanwhile; that is part of the next.
   */
  save: () => Promise<Kept>
  close: () => Promise<void>
}

export type Digests = { md5: string; sha256: string }
/** What was measured of bytes that have come in whole. `key` finds them again. */
export type Received = Digests & { key: string; length: number; head: Buffer }
