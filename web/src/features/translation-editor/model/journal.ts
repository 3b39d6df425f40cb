// Step 3: drafts are stored in the browser before anything else happens with them, and stay until
// the server has them: across a reload, a crash or a night.
import type { EditorLineDraft } from './draft.ts'
import { DRAFT_DATABASE, DRAFT_STORE, openDraftDatabase } from './draft-database.ts'

export type DraftJournal = {
  read: () => Promise<EditorLineDraft[]>
  save: (draft: EditorLineDraft) => void
  remove: (line: string) => void
  /** Stores synchronously what the database has not yet confirmed: the page may close now. */
  flush: () => void
}

/** Stores the difference between two states. */
export function saveDrafts(
  journal: DraftJournal,
  before: ReadonlyMap<string, EditorLineDraft>,
  after: ReadonlyMap<string, EditorLineDraft>,
) {
  if (before === after) return
  for (const [id, draft] of after) if (before.get(id) !== draft) journal.save(draft)
  for (const id of before.keys()) if (!after.has(id)) journal.remove(id)
}

type StoredDraft = { key: string; draft: EditorLineDraft }
type Options = {
  person: string
  translation: string
  database?: IDBFactory | undefined
  storage?: Storage
}

/**
 * The drafts of one person in one translation: another person on the same computer neither sees nor
 * sends them.
 */
export function openJournal({
  person,
  translation,
  database = indexedDB,
  storage = localStorage,
}: Options): DraftJournal {
  const prefix = `${person}|${translation}|`
  const storageKey = `${DRAFT_DATABASE}|${prefix}`
  /** Not yet in the database; null is a deletion. Without a database, all drafts, always. */
  const pending = new Map<string, EditorLineDraft | null>()
  const opened = openDraftDatabase(database).catch(() => undefined)
  let hasDatabase = true
  void opened.then((db) => {
    hasDatabase = db !== undefined
    return hasDatabase ? undefined : flush()
  })

  function flush() {
    try {
      if (pending.size) storage.setItem(storageKey, JSON.stringify([...pending]))
      else storage.removeItem(storageKey)
    } catch {
      // Storage is full or forbidden: the database still has it.
    }
  }

  async function put(line: string, draft: EditorLineDraft | null) {
    pending.set(line, draft)
    if (!hasDatabase) return flush()
    const db = await opened
    if (!db) return
    const key = prefix + line
    await write(db, (store) =>
      draft ? store.put({ key, draft } satisfies StoredDraft) : store.delete(key),
    )
    if (pending.get(line) === draft) pending.delete(line)
  }

  return {
    flush,
    save: (draft) => void put(draft.line, draft).catch(flush),
    remove: (line) => void put(line, null).catch(flush),
    async read() {
      const db = await opened
      const stored = db ? await readAll(db, prefix) : []
      const drafts = new Map<string, EditorLineDraft | null>(
        stored.map(({ draft }) => [draft.line, draft]),
      )
      const flushed = parse(storage.getItem(storageKey))
      for (const [line, draft] of flushed) {
        drafts.set(line, draft)
        if (db) await put(line, draft)
        else pending.set(line, draft)
      }
      if (db) storage.removeItem(storageKey)
      return [...drafts.values()].filter((draft) => draft !== null)
    },
  }
}

function parse(text: string | null): [string, EditorLineDraft | null][] {
  try {
    return text ? (JSON.parse(text) as [string, EditorLineDraft | null][]) : []
  } catch {
    return []
  }
}

function write(db: IDBDatabase, change: (store: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(DRAFT_STORE, 'readwrite')
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The transaction was aborted')),
    )
    change(transaction.objectStore(DRAFT_STORE))
  })
}

function readAll(db: IDBDatabase, prefix: string): Promise<StoredDraft[]> {
  return new Promise((resolve, reject) => {
    const request = db
      .transaction(DRAFT_STORE)
      .objectStore(DRAFT_STORE)
      .getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`)) as IDBRequest<StoredDraft[]>
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error!))
  })
}
