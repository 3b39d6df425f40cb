import type { Tx } from '../kernel/db/connect.ts'
import { addAnchors } from './queries/anchors.ts'

/** Adds anchors for deep pages. The next run handles what is left. */
export async function updateAnchors(tx: Tx): Promise<void> {
  await addAnchors(tx)
}
