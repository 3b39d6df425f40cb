// Why a dropped file cannot become a film, a sound or an image.
import { fileKindOf } from '../new-records/asset-draft.ts'

export type FileProblem = 'empty' | 'text'

const HEAD_BYTES = 4096

export async function findProblem(file: File): Promise<FileProblem | undefined> {
  if (file.size === 0) return 'empty'
  if (fileKindOf(file.name) === 'other') return undefined
  return isText(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())) ? 'text' : undefined
}

/** Every container has control characters at its start; text has only line breaks and tabs. */
export function isText(head: Uint8Array): boolean {
  if (head.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) return false
  try {
    // The head may end within a character.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
