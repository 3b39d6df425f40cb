import { startDownload } from './start-download.ts'

/** Saves bytes that are already in memory as a download. */
export function saveFile(bytes: Uint8Array, name: string, type = 'application/octet-stream'): void {
  const address = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }))
  startDownload(address, name)
  // The browser has started to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
