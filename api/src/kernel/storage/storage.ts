import type { Readable } from 'node:stream'

/**
 * Stores the bytes of files. Objects are named by their SHA-256, so they are never moved or
 * rewritten, and equal bytes are stored once.
 */
export type Storage = {
  /**
   * Starts to receive bytes, or continues after those that are saved. Each call writes to a part of
   * its own, so an abandoned writer can do no harm.
   */
  resume: (id: string, saved: SavedBytes) => Promise<IncomingWriter>
  /** Reads saved bytes from the beginning, before they are published. */
  readSaved: (id: string, saved: SavedBytes) => Promise<Readable>
  /**
   * Turns saved bytes into an object. Resolves when it would survive a power cut. Publishing twice
   * has no further effect. `ending` is appended to the saved bytes.
   */
  publish: (id: string, saved: SavedBytes, key: string, ending?: Buffer) => Promise<void>
  /**
   * Stores small objects from memory, several at a time. Resolves when all would survive a power
   * cut. A storage without this function receives them one by one.
   */
  putAll?: (objects: ReadonlyMap<string, Uint8Array>) => Promise<void>
  /** Deletes everything that was received under this id. */
  discard: (id: string) => Promise<void>
  /** The ids of unfinished uploads that have not grown for some time. */
  listAbandoned: (seconds: number) => Promise<string[]>
  /** Both ends are included. */
  read: (key: string, range: ByteRange) => Readable
  /** All published objects, in no order. */
  list: () => AsyncIterable<StoredObject>
  lengthOf: (key: string) => Promise<number | undefined>
  /** Only for generated files; never for an original that a record refers to. */
  remove: (key: string) => Promise<void>
  /** How many more bytes fit, where that is known. */
  freeBytes: () => Promise<number>
  /** The path of an object below the data folder, if it is a file. */
  pathOf?: (key: string) => string
  /** A URL from which the bytes can be downloaded directly for a short time. */
  presign?: (
    key: string,
    options: { disposition: string; mime: string; seconds: number },
  ) => Promise<string>
}

/** `changed` is in milliseconds. */
export type StoredObject = { key: string; length: number; changed: number }
export type ByteRange = { start: number; end: number }

/** Bytes of an unfinished upload that are safe. The caller stores this, so any process can resume. */
export type SavedBytes = {
  length: number
  parts: SavedPart[]
  /** In an encrypted upload `parts` are ciphertext. `ending` is the last segment so far. */
  encryption?: { key: string; salt: string; ending: string }
}
export type SavedPart = {
  name: string
  length: number
  /** In S3, a part that is still a multipart upload: its id and the ETags of what was uploaded. */
  multipart?: { id: string; etags: string[] }
}
export const NO_BYTES: SavedBytes = { length: 0, parts: [] }

export type IncomingWriter = {
  /** Calls write in order. The buffer may be reused when the promise resolves. */
  write: (bytes: Buffer) => Promise<void>
  /**
   * Resolves when everything written before would survive a power cut. Later writes belong to the
   * next save.
   */
  save: () => Promise<SavedBytes>
  close: () => Promise<void>
}

/** MD5 takes most of the time of an upload, so it is computed only where it is needed. */
export type Digests = { md5: string | null; sha256: string }
/** `head` holds the first bytes, by which the media type is detected. */
export type PublishedObject = Digests & { key: string; length: number; head: Buffer }
