// The keys of encrypted objects, from the rows of a backup.
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { OBJECT_SECRET, openObjectKey } from '../../kernel/storage/encrypted/object-keys.ts'
import type { ReadableKeys } from './objects.ts'
import type { Manifest } from './repository.ts'
import { readText } from './text.ts'

/** `pathOf` returns the file of a table. Returns undefined if a key cannot be decrypted here. */
export async function readObjectKeys(
  { tables }: Pick<Manifest, 'tables'>,
  masterKeys: MasterKeys | undefined,
  pathOf: (table: string) => string,
): Promise<ReadableKeys | undefined> {
  const table = tables.find(({ name }) => name === OBJECT_SECRET.table)
  if (!table || !masterKeys) return undefined
  const { chunks } = readText(pathOf(table.name), table)
  const keys = new Map<string, { id: string; bytes: Buffer }>()
  for await (const line of createInterface({ input: Readable.from(chunks) })) {
    const cells = line.split('\t')
    const cell = (column: string) => cells[table.columns.indexOf(column)]!
    try {
      const key = openObjectKey(masterKeys, { id: cell('id'), secret: cell('secret') })
      keys.set(key.id, key)
    } catch {
      return undefined
    }
  }
  return { find: async (id) => keys.get(id) }
}
