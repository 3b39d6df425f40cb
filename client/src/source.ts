/**
 * Where the bytes of an upload come from: a Uint8Array is one, a Blob or a File of a page becomes
 * one, and `@reelay/client/node` opens one on a path.
 */
export type Source = {
  length: number
  slice: (start: number, end: number) => Uint8Array | Promise<Uint8Array>
}

export function sourceOf(bytes: Source | Blob): Source {
  if (!(bytes instanceof Blob)) return bytes
  return {
    length: bytes.size,
    slice: async (start, end) => new Uint8Array(await bytes.slice(start, end).arrayBuffer()),
  }
}
