import { randomBytes } from 'node:crypto'
import type { ObjectKey, ObjectKeys } from './object-keys.ts'

/** Object keys in memory: the newest first. */
export function createTestKeys(count = 1): ObjectKeys & { all: ObjectKey[] } {
  const all = Array.from({ length: count }, () => ({
    id: randomBytes(12).toString('hex'),
    bytes: randomBytes(32),
  }))
  return {
    all,
    current: async () => all[0]!,
    find: async (id) => all.find((key) => key.id === id),
  }
}
