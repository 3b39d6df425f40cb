import type { Tx } from '../kernel/db/connect.ts'
import { addAnchors } from './queries/anchors.ts'

/** Keeps far pages near. What is left over is done the next time. */
export async function updateAnchors(tx: Tx): Promise<void> {
  await addAnchors(tx)
}
