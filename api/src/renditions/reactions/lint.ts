import { lockFile } from '../../files/queries.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { refreshWarnings } from '../commands/warnings.ts'

/**
 * Runs the delivery checks again after a file was assigned to something else. The lock keeps a step
 * that ends now from overwriting the warnings.
 */
export async function lintAgain(tx: Tx, { file }: { file: string }): Promise<void> {
  await lockFile(tx, file)
  await refreshWarnings(tx, file)
}
