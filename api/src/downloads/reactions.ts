import type { Tx } from '../kernel/db/connect.ts'
import { dropAnchors } from './queries/anchors.ts'

/** Keeps far pages near. */
export const anchorDownloads = (tx: Tx): Promise<void> => dropAnchors(tx)
