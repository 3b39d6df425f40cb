import type { Tx } from '../kernel/db/connect.ts'
import { dropAnchors } from './queries/anchors.ts'

/** Keeps far pages near. What is left over is done the next time. */
export async function anchorDownloads(tx: Tx): Promise<void> {
  await dropAnchors(tx)
}
