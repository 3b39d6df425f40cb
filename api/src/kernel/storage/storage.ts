import type { Readable } from 'node:stream'

/** What was measured while the bytes came in. `key` finds them again. */
export type Received = { key: string; length: number; md5: string; sha256: string; head: Buffer }

/** Where originals are kept. They are found by what they contain, so they are never moved or rewritten. */
export type Storage = {
  /** Resolves only when the bytes would survive a power cut. When `accept` throws, they are dropped. */
  put: (source: Readable, accept?: (received: Received) => void) => Promise<Received>
  /** Both ends included. */
  read: (key: string, span: { start: number; end: number }) => Readable
}
