// The drafts of all people and translations in this browser.
import { DRAFT_DATABASE, DRAFT_STORE, openDraftDatabase } from './draft-database.ts'

export async function countStoredDrafts(): Promise<number> {
  const inDatabase = await inDraftStore('readonly', (store) => store.count())
  return (inDatabase ?? 0) + storageKeys().length
}

export async function removeStoredDrafts(): Promise<void> {
  await inDraftStore('readwrite', (store) => store.clear())
  storageKeys().forEach((key) => localStorage.removeItem(key))
}

const storageKeys = () =>
  Object.keys(localStorage).filter((key) => key.startsWith(`${DRAFT_DATABASE}|`))

/** Undefined without a database. */
async function inDraftStore<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const db = await openDraftDatabase(globalThis.indexedDB).catch(() => undefined)
  if (!db) return undefined
  try {
    const transaction = db.transaction(DRAFT_STORE, mode)
    const request = run(transaction.objectStore(DRAFT_STORE))
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error!))
    })
    return request.result
  } finally {
    db.close()
  }
}
