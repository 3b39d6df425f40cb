import type { Db } from '../../kernel/db/connect.ts'
import type { KnownCaller } from '../../kernel/http/app.ts'
import { limitConcurrency } from '../../kernel/compute/concurrency-limit.ts'
import { forbidden, type Problem } from '../../kernel/http/contract/problem.ts'
import { findKnownCaller } from '../queries.ts'
import { listTokenVersions, markTokensUsed } from '../queries/token-versions.ts'

/** Leaves database connections for requests. */
const CONCURRENT_READS = 2

export const linkRefused = () =>
  forbidden('link.refused', 'This link is invalid or has expired. Request a new one.')

/** One statement finds out which callers have changed. Only these are read again. */
export async function refreshCallers(
  db: Db,
  known: readonly KnownCaller[],
): Promise<(KnownCaller | Problem)[]> {
  const versions = await readVersions(db, [...new Set(known.map(({ caller }) => caller.token))])
  const limitReads = limitConcurrency(CONCURRENT_READS)
  return Promise.all(
    known.map(async ({ caller, address, version }): Promise<KnownCaller | Problem> => {
      const read = versions.get(caller.token)
      if (read && version?.token === read.token && version.caller === read.caller)
        return {
          caller: { ...caller, clockOffset: read.now - Date.now() / 1000 },
          address,
          version: { token: read.newToken, caller: read.caller },
        }
      return limitReads(
        async () =>
          (await findKnownCaller(db, { person: caller._id, token: caller.token, address })) ??
          linkRefused(),
      )
    }),
  )
}

/** `newToken` is the version of the token after it was marked as used. */
async function readVersions(db: Db, tokens: string[]) {
  const found = await listTokenVersions(db, tokens)
  const stale = found.filter((one) => one.stale)
  const used = stale.length ? await markTokensUsed(db, stale) : []
  const newTokens = new Map(used.map(({ id, token }) => [id, token]))
  return new Map(
    found.map((one) => [one.id, { ...one, newToken: newTokens.get(one.id) ?? one.token }]),
  )
}
