// Passwords from published lists of stolen ones, long enough to be accepted otherwise. The file has
// the first bytes of their digests, in order: it contains no readable password, and loads at once.
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** With twelve thousand entries, the chance of a false match is one in ten billion. */
const DIGEST_BYTES = 6

/** In lower case and without spaces, as `passwordWeakness` compares. */
export const digestOfPassword = (password: string): Buffer =>
  hash('sha256', password.toLowerCase().replaceAll(/\s/g, ''), 'buffer').subarray(0, DIGEST_BYTES)

let loading: Promise<Buffer> | undefined
const load = () =>
  (loading ??= readFile(new URL('./breached-passwords.bin', import.meta.url)).catch((error) => {
    loading = undefined
    throw error
  }))

export async function isBreached(password: string): Promise<boolean> {
  const list = await load()
  const digest = digestOfPassword(password)
  let [low, high] = [0, list.length / DIGEST_BYTES - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = digest.compare(list, middle * DIGEST_BYTES, (middle + 1) * DIGEST_BYTES)
    if (order === 0) return true
    if (order < 0) high = middle - 1
    else low = middle + 1
  }
  return false
}
