import type { Service } from '../api/service.ts'
import {
  countStoredDrafts,
  removeStoredDrafts,
} from '../features/translation-editor/model/stored-drafts.ts'

const SAVING_MS = 3_000

/** Waits for what is being saved, and counts the edits that exist only in this browser. */
export async function countUnsavedEdits(): Promise<number> {
  const end = Date.now() + SAVING_MS
  for (;;) {
    const count = await countStoredDrafts()
    if (count === 0 || !navigator.onLine || Date.now() > end) return count
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** After a sign-out nothing of the person's films stays in this browser. */
export async function removePrivateData({ copies }: Service): Promise<void> {
  sessionStorage.clear()
  await Promise.all([copies.clear(), removeStoredDrafts()])
}
