import { lockFile } from '../../files/queries.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { refreshWarnings } from '../commands/warnings.ts'

/**
 * What a file is brought for has changed, and with it what is wrong with it. Locked, or a step that
 * ends now would be written over.
 */
export async function lintAnew(tx: Tx, { file }: { file: string }): Promise<void> {
  await lockFile(tx, file)
  await refreshWarnings(tx, file)
}
