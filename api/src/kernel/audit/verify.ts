import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { COMMIT_DELAY_MINUTES, chainsOfEntry, hashRecord, sealedUpTo, utc } from './chain.ts'
import { listCheckpoints, type Checkpoint } from './checkpoints.ts'
import type { Evidence, ProvenHead } from './evidence.ts'
import type { ChainHead } from './heads.ts'
import { readLinks, type StoredLink } from './records.ts'

export type AuditProblem =
  /** The entry, or its place in the chain, is not what was sealed. */
  | 'changed'
  /** The entry is missing, or the chain skips its position. */
  | 'removed'
  /** The entry is in no chain, or claims an earlier time than its position allows. */
  | 'inserted'
  /** The chain ends before a head that was shipped. */
  | 'truncated'
  /** The chain is consistent, but differs from a head that was shipped. */
  | 'rewritten'

/** `position` is null for an entry that is in no chain; `entry` and `at` for one that is missing. */
export type BrokenEntry = {
  chain: string
  position: number | null
  problem: AuditProblem
  entry: string | null
  at: string | null
}
export type AuditVerification = {
  entries: number
  unsealed: number
  chains: ChainHead[]
  /** The first broken entry of each chain. */
  broken: BrokenEntry[]
}

/** Computes every hash again and compares. With `evidence`, also with the heads in it. */
export async function verifyAudit(
  db: Db,
  evidence: Evidence['heads'] = new Map(),
): Promise<AuditVerification> {
  for (;;) {
    const checkpoints = await listCheckpoints(db)
    const verification = await verifyAfter(db, checkpoints, evidence)
    // Entries that are deleted in the meantime look like a gap.
    if (
      verification.broken.length === 0 ||
      isDeepStrictEqual(checkpoints, await listCheckpoints(db))
    )
      return verification
  }
}

async function verifyAfter(
  db: Db,
  checkpoints: ReadonlyMap<string, Checkpoint>,
  evidence: Evidence['heads'],
): Promise<AuditVerification> {
  const chains: ChainHead[] = []
  const broken: BrokenEntry[] = []
  const finish = (walk: ChainWalk) => {
    chains.push(walk.head)
    const brokenEntry = walk.broken ?? findTruncation(walk)
    if (brokenEntry) broken.push(brokenEntry)
  }
  const start = (chain: string) =>
    startWalk(chain, evidence.get(chain) ?? [], checkpoints.get(chain))
  let walk: ChainWalk | undefined
  for await (const link of readLinks(db)) {
    if (walk && walk.head.chain !== link.chain) finish(walk)
    if (walk?.head.chain !== link.chain) walk = start(link.chain)
    visit(walk, link)
  }
  if (walk) finish(walk)
  for (const chain of new Set([...evidence.keys(), ...checkpoints.keys()]))
    if (!chains.some((head) => head.chain === chain)) {
      // A chain is never empty after a checkpoint.
      const { broken: brokenEntry, head } = start(chain)
      broken.push(brokenEntry ?? missingAfter(head, evidence.has(chain) ? 'truncated' : 'removed'))
    }
  broken.push(...(await findUnlinked(db)))
  return { ...(await countEntries(db)), chains, broken }
}

type ChainWalk = {
  head: ChainHead
  broken: BrokenEntry | undefined
  /** Heads at this position or later, and the newest one before it. */
  ahead: ProvenHead[]
  proven: ProvenHead | undefined
}

/** Positions up to a checkpoint were deleted because of their age. */
function startWalk(
  chain: string,
  heads: ProvenHead[],
  checkpoint: Checkpoint | undefined,
): ChainWalk {
  const { position, hash } = checkpoint ?? { position: 0, hash: '' }
  const before = heads.filter((head) => head.position <= position)
  const isRewritten = before.some((head) => head.position === position && head.hash !== hash)
  return {
    head: { chain, position, hash },
    broken:
      checkpoint && !checkpoint.isRecorded
        ? { chain, position, problem: 'removed', entry: null, at: null }
        : isRewritten
          ? { chain, position, problem: 'rewritten', entry: null, at: null }
          : undefined,
    ahead: heads.slice(before.length).toReversed(),
    proven: before.at(-1),
  }
}

function visit(walk: ChainWalk, link: StoredLink) {
  walk.broken ??= findProblem(walk, link)
  while (walk.ahead.length && walk.ahead.at(-1)!.position <= link.position) {
    const head = walk.ahead.pop()!
    if (head.position === link.position && head.hash !== link.hash)
      walk.broken ??= describe(link, 'rewritten', (walk.proven?.position ?? 0) + 1)
    walk.proven = head
  }
  walk.head = { chain: link.chain, position: link.position, hash: link.hash }
}

function findProblem({ head, proven }: ChainWalk, link: StoredLink): BrokenEntry | undefined {
  const { chain, position, sealed, hash, entry, belongs } = link
  if (position !== head.position + 1)
    return { chain, position: head.position + 1, problem: 'removed', entry: null, at: null }
  if (!entry) return describe(link, 'removed')
  const previous = head.hash || null
  if (hashRecord({ ...entry, chain, position, previous, sealed }) !== hash || !belongs)
    return describe(link, 'changed')
  if (proven && isBackdated(entry.at, proven)) return describe(link, 'inserted')
  return undefined
}

/** The head was signed when all earlier entries were in the chain. */
const isBackdated = (time: string, proven: ProvenHead) =>
  Date.parse(time) < Date.parse(proven.at) - COMMIT_DELAY_MINUTES * 60_000

const describe = (
  { chain, position, entry }: StoredLink,
  problem: AuditProblem,
  from = position,
): BrokenEntry => ({
  chain,
  position: from,
  problem,
  entry: from === position ? (entry?.id ?? null) : null,
  at: from === position ? (entry?.at ?? null) : null,
})

const findTruncation = ({ head, ahead }: ChainWalk): BrokenEntry | undefined =>
  ahead.length ? missingAfter(head, 'truncated') : undefined

const missingAfter = ({ chain, position }: ChainHead, problem: AuditProblem): BrokenEntry => ({
  chain,
  position: position + 1,
  problem,
  entry: null,
  at: null,
})

/** Entries per query, so that each stays far below the statement timeout. */
const NUMBERS_PER_QUERY = 20_000

/** Entries that the sealing must have seen but that miss from one of their chains. */
async function findUnlinked(db: Db): Promise<BrokenEntry[]> {
  const {
    rows: [range],
  } = await sql<{ first: number | null; last: number }>`
    select (select min(number) from audit) as first, ${sealedUpTo} as last`.execute(db)
  const { first, last } = range!
  for (let from = first ?? last + 1; from <= last; from += NUMBERS_PER_QUERY) {
    const { rows } = await sql<{ chain: string; id: string; at: string }>`
      select named.chain, a.id, ${utc('a.at')} as at
      from audit a cross join lateral unnest(${chainsOfEntry}) named (chain)
      where a.number between ${from} and ${Math.min(last, from + NUMBERS_PER_QUERY - 1)}
        and not exists (
          select from audit_link l where l.number = a.number and l.chain = named.chain)
      order by a.number
      limit 1`.execute(db)
    if (rows[0]) {
      const { chain, id, at } = rows[0]
      return [{ chain, position: null, problem: 'inserted', entry: id, at }]
    }
  }
  return []
}

async function countEntries(db: Db): Promise<{ entries: number; unsealed: number }> {
  const { rows } = await sql<{ entries: number; unsealed: number }>`
    select (select count(*) from audit) as entries, (
      select count(*) from audit a
      where a.number > ${sealedUpTo}
        and not exists (select from audit_link l where l.number = a.number)
    ) as unsealed`.execute(db)
  return rows[0]!
}

/** The age of the oldest entry that is in no chain yet, in seconds. */
export async function secondsUnsealed(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - min(a.at)), 0)::float8 as seconds
    from audit a
    where a.number > ${sealedUpTo} and a.at < now()
      and not exists (select from audit_link l where l.number = a.number)`.execute(db)
  return rows[0]!.seconds
}
