import type { Db } from '../../kernel/db/connect.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { StoredSearches } from '../queries/list.ts'
import type { DownloadSearch } from '../queries/search-blocks.ts'

/** The job runs within seconds. Until then, the same search does not ask for it again. */
const ONCE_IN_MS = 10_000
const MAX_REMEMBERED = 1_000

/** Remembers what this process has asked for, so that other searches take one statement. */
export function createStoredSearches(db: Db): StoredSearches {
  const asked = new Map<string, number>()
  const keyOf = ({ studio, q }: DownloadSearch) => `${studio} ${q}`
  return {
    mayHave: (search) => asked.has(keyOf(search)),
    async store(search) {
      const [key, now] = [keyOf(search), performance.now()]
      if ((asked.get(key) ?? -Infinity) > now - ONCE_IN_MS) return
      if (asked.size >= MAX_REMEMBERED) asked.delete(asked.keys().next().value!)
      asked.set(key, now)
      await inTransaction(db, (tx) => enqueue(tx, 'store-download-search', search))
    },
  }
}
