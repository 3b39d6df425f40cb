// What was typed is written down here before anything else happens with it, and stays until the
// service has it: over a reload, a crash, a night.
import type { Draft } from './draft.ts'

export type Journal = {
  read: () => Promise<Draft[]>
  keep: (draft: Draft) => void
  drop: (line: string) => void
  /**
   * Writes down at once what is still on its way to the database; the page may be gone the next
   * moment.
   */
  hurry: () => void
}

type Kept = { key: string; draft: Draft }
const DATABASE = 'reelay.translate'
const STORE = 'drafts'

/**
 * One person's changes of one translation: another person at the same machine neither sees nor
 * sends them.
 */
export function openJournal({
  person,
  translation,
  database = indexedDB,
  storage = localStorage,
}: {
  person: string
  translation: string
  database?: IDBFactory | undefined
  storage?: Storage
}): Journal {
  const prefix = `${person}|${translation}|`
  const local = `${DATABASE}|${prefix}`
  /**
   * Not yet in the database: a draft, or that it is to go. Where there is no database, all of them,
   * always.
   */
  const under = new Map<string, Draft | null>()
  const opened = open(database).catch(() => undefined)
  let isWithout = false
  void opened.then((db) => {
    isWithout = !db
    return isWithout && hurry()
  })

  function hurry() {
    try {
      if (under.size) storage.setItem(local, JSON.stringify([...under]))
      else storage.removeItem(local)
    } catch {
      /* Full or forbidden: the database still has it. */
    }
  }

  async function put(line: string, draft: Draft | null) {
    under.set(line, draft)
    if (isWithout) return hurry()
    const db = await opened
    if (!db) return
    await done(
      write(db, (store) =>
        draft
          ? store.put({ key: prefix + line, draft } satisfies Kept)
          : store.delete(prefix + line),
      ),
    )
    if (under.get(line) === draft) under.delete(line)
  }

  return {
    hurry,
    keep: (draft) => void put(draft.line, draft).catch(hurry),
    drop: (line) => void put(line, null).catch(hurry),
    async read() {
      const db = await opened
      const kept = db ? await all(db, prefix) : []
      const found = new Map<string, Draft | null>(kept.map(({ draft }) => [draft.line, draft]))
      const late = parse(storage.getItem(local))
      for (const [line, draft] of late) found.set(line, draft)
      if (db) for (const [line, draft] of late) await put(line, draft)
      else for (const [line, draft] of late) under.set(line, draft)
      if (db) storage.removeItem(local)
      return [...found.values()].filter((draft) => draft !== null)
    },
  }
}

function parse(text: string | null): [string, Draft | null][] {
  try {
    return text ? (JSON.parse(text) as [string, Draft | null][]) : []
  } catch {
    return []
  }
}

function open(database: IDBFactory | undefined): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    if (!database) return reject(new Error('This browser keeps no database'))
    const request = database.open(DATABASE, 1)
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(STORE, { keyPath: 'key' }),
    )
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error!))
  })
}

const write = (db: IDBDatabase, work: (store: IDBObjectStore) => void): IDBTransaction => {
  const transaction = db.transaction(STORE, 'readwrite')
  work(transaction.objectStore(STORE))
  return transaction
}

const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The database gave up')),
    )
  })

const all = (db: IDBDatabase, prefix: string): Promise<Kept[]> =>
  new Promise((resolve, reject) => {
    const request = db
      .transaction(STORE)
      .objectStore(STORE)
      .getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`)) as IDBRequest<Kept[]>
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error!))
  })
