import type { Tx } from '../kernel/db/connect.ts'
import { enqueue } from '../kernel/jobs/enqueue.ts'
import { addAnchors } from './queries/anchors.ts'
import { deleteExpiredSearches, storeSearch, type DownloadSearch } from './queries/search-blocks.ts'

/** Adds anchors for deep pages. The next run handles what is left. */
export async function updateAnchors(tx: Tx): Promise<void> {
  await addAnchors(tx)
  await deleteExpiredSearches(tx)
}

/** Stores which downloads match a search. Another job handles what is left. */
export async function storeDownloadSearch(tx: Tx, search: DownloadSearch): Promise<void> {
  if (await storeSearch(tx, search)) await enqueue(tx, 'store-download-search', search)
}
