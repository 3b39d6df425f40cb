import { startDownload } from './start-download.ts'

/** Bytes that are here already, into the reader's folder for downloads. */
export function saveFile(bytes: Uint8Array, name: string, type = 'application/octet-stream'): void {
  const address = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }))
  startDownload(address, name)
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
