import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { patternOf } from '../../kernel/db/page.ts'
import { param, prepared } from '../../kernel/db/prepared.ts'
import { limitOf, type JsonPage, type Range } from '../../kernel/http/contract/range.ts'
import type { DownloadSearch } from './search-blocks.ts'
import { orderShape, pageOfFound } from './walk.ts'

export type StoredPage = JsonPage & { isOutdated: boolean }

/** Undefined if the search is not stored, or names have changed since. */
export async function pageOfStoredSearch(
  db: Db,
  { studio, q }: DownloadSearch,
  range: Range,
  newestFirst: boolean,
): Promise<StoredPage | undefined> {
  const [page] = await selectPage(db, orderShape(newestFirst), {
    studio,
    q,
    first: range.first,
    limit: limitOf(range),
  })
  return page
}

/** For `prepared`, over the parameters of `pageOfOne` and `q`. */
export const storedPage = (newestFirst: boolean) => sql<StoredPage>`
  select found.total, found.is_outdated as "isOutdated", ${pageOfFound(newestFirst)}
  from find_stored_downloads(${param('studio')}::text, ${patternOf(sql`${param('q')}::text`)},
    ${param('first')}::bigint, ${param('limit')}::bigint, ${sql.lit(newestFirst)}) found
  where found.total is not null`
const selectPage = prepared(storedPage)
