// Prepared replies (docs/decisions/0086). A document is the text of a reply with gaps where something
// depends on the reader. It is shared by all readers who see everything in it.
import { randomUUID } from 'node:crypto'
import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../db/connect.ts'
import { vendorStudiosOf, type Caller } from './contract/caller.ts'
import type { View } from './contract/view.ts'
import { JsonReply } from './json-reply.ts'

/** As the database returns it. */
export type StoredDocument = {
  etag: string
  facts: string
  body: string
  /** What the `readerFact` of the kind is for the reader. */
  ofReader?: unknown
}
export type WantedDocument = { id: string; variant: string } & DocumentQuery
export type DocumentQuery = {
  kind: string
  /** SQL over `document d`: something about the reader. `person` is the parameter with their id. */
  readerFact?: (person: string) => string
}

type Template = { body: string; gaps: [at: number, name: string][] }
/** What a document needs to know about its record to fill the gaps for a reader. */
export type BuiltDocument<Facts> = {
  studio: string
  /** Vendors that something in the document belongs to. */
  vendors: string[]
  snapshot: string
  validUntil: Date
  dependencies: string[]
  etag: string
  facts: Facts
  /** The reply, with `gap(name)` in the place of what depends on the reader. */
  reply: (gap: (name: string) => never) => object
}
export type DocumentKind<Facts> = DocumentQuery & {
  /** Assembles the document as the service sees it. */
  build: (db: Db, id: string, view: View) => Promise<BuiltDocument<Facts> | undefined>
  /** Whether the reader sees everything in the document. If not, the record is assembled. */
  seesWhole: (facts: FactsFor<Facts>, caller: Caller) => boolean
  fill: (facts: FactsFor<Facts>, view: View) => Record<string, unknown>
  /** The ETag for one reader, from the one of the document. */
  etagFor: (etag: string, facts: FactsFor<Facts>, caller: Caller) => string
  /** Runs after a document was filled for a reader. */
  afterRead?: (db: Db, facts: Facts, caller: Caller) => Promise<void>
}

type FactsFor<Facts> = Facts & Pick<StoredDocument, 'ofReader'>

/**
 * Not in a transaction that has written: its own invalidations would count as seen, including later
 * ones. Not for people of vendors: row-level security hides files from them that others see in the
 * document.
 */
export const mayBuildDocument = sql`(
  pg_current_xact_id_if_assigned() is null and stated_vendor_studios() = '{}')`

/** Row-level security must not hide a part of the document from the one who builds it. */
export const mayBuildAs = (caller: Caller): boolean =>
  caller.isAdmin ||
  (caller.studios.length > 0 &&
    vendorStudiosOf(caller).length === 0 &&
    caller.memberships.some(({ roles }) => roles.some((role) => WIDE_ROLES.has(role))))

const WIDE_ROLES = new Set(['studio', 'territory', 'service'])

/** Over `document d`. */
export const isFresh = `d.valid_until > now() and not exists (
  select from cache_invalidation c
  where c.dependency = any (d.dependencies)
    and c.transaction_id >= pg_snapshot_xmin(d.snapshot)
    and changed_after(c.transaction_id, d.snapshot))`

/** The parts of a reply that do not depend on the reader depend on these settings. */
export const variantOf = ({ host, appUrl, keyId }: Pick<View, 'host' | 'appUrl' | 'keyId'>) =>
  `${host} ${appUrl} ${keyId}`

/** Undefined if the reader does not see everything in the document. */
export function renderDocument<Facts>(
  kind: DocumentKind<Facts>,
  stored: StoredDocument,
  view: View,
): { reply: JsonReply; facts: Facts } | undefined {
  const filled = fillDocument(kind, stored, view)
  if (!filled) return undefined
  const { text, facts } = filled
  const etag = kind.etagFor(stored.etag, facts, view.person)
  return { reply: new JsonReply({ bytes: [Buffer.from(text)], etag }), facts }
}

/** The text of the reply alone. */
export function fillDocument<Facts>(
  { seesWhole, fill }: Pick<DocumentKind<Facts>, 'seesWhole' | 'fill'>,
  { facts, body, ofReader }: StoredDocument,
  view: View,
): { text: string; facts: FactsFor<Facts> } | undefined {
  const known = JSON.parse(facts) as FactsFor<Facts> & Pick<Template, 'gaps'>
  known.ofReader = ofReader
  if (!seesWhole(known, view.person)) return undefined
  const values = fill(known, view)
  let text = ''
  let from = 0
  for (const [at, name] of known.gaps) {
    text += body.slice(from, at) + JSON.stringify(values[name])
    from = at
  }
  return { text: text + body.slice(from), facts: known }
}

export async function findDocument(
  db: Db,
  { kind, id, variant, readerFact }: WantedDocument,
  reader: string,
): Promise<StoredDocument | null> {
  const text = `
    select d.etag, d.facts, d.body, ${readerFact?.('$4') ?? 'null'} as "ofReader" from document d
    where d.kind = $1 and d.record_id = $2 and d.variant = $3 and ${isFresh}`
  const values = [kind, id, variant, ...(readerFact ? [reader] : [])]
  const { rows } = await db.executeQuery<StoredDocument>(CompiledQuery.raw(text, values))
  return rows[0] ?? null
}

/** Over `document d`: a document inside another record, as the text of `StoredDocument`. */
export const embeddedDocument = (
  { kind }: DocumentQuery,
  record: RawBuilder<unknown>,
  variant: string,
): RawBuilder<unknown> => sql`(
  select json_build_object('etag', d.etag, 'facts', d.facts, 'body', d.body) from document d
  where d.kind = ${kind} and d.record_id = ${record} and d.variant = ${variant}
    and ${sql.raw(isFresh)})`

export async function storeDocument<Facts>(
  db: Db,
  { kind, id, variant }: WantedDocument,
  built: BuiltDocument<Facts>,
): Promise<StoredDocument> {
  const [stored] = await storeDocuments(db, { kind, variant }, new Map([[id, built]]))
  return stored!
}

/** Stores documents by the ids of their records. */
export async function storeDocuments<Facts>(
  db: Db,
  { kind, variant }: Omit<WantedDocument, 'id'>,
  built: ReadonlyMap<string, BuiltDocument<Facts>>,
): Promise<StoredDocument[]> {
  const rows = [...built].map(([id, one]) => ({ record_id: id, ...documentRow(one) }))
  await db
    .insertInto('document')
    .values(rows.map((row) => ({ kind, variant, ...row })))
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'record_id'])
        .doUpdateSet((row) =>
          Object.fromEntries(STORED.map((column) => [column, row.ref(`excluded.${column}`)])),
        ),
    )
    .execute()
    // A failed write, for example on a full disk, must not fail the read.
    .catch(() => {})
  return rows
}

const STORED = [
  'studio_id',
  'vendors',
  'snapshot',
  'valid_until',
  'dependencies',
  'variant',
  'etag',
  'facts',
  'body',
] as const

function documentRow<Facts>(built: BuiltDocument<Facts>) {
  const { studio, vendors, snapshot, validUntil, dependencies, etag } = built
  const { body, gaps } = createTemplate(built.reply)
  return {
    studio_id: studio,
    vendors,
    snapshot,
    valid_until: validUntil,
    dependencies,
    etag,
    facts: JSON.stringify({ ...built.facts, gaps }),
    body,
  }
}

/** Nobody can guess the mark, so no text of a record is taken for a gap. */
function createTemplate(reply: BuiltDocument<unknown>['reply']): Template {
  const mark = randomUUID()
  const json = JSON.stringify(reply((name) => `${mark}${name}` as never))
  const [first, ...rest] = json.split(`"${mark}`)
  const gaps: Template['gaps'] = []
  let body = first!
  for (const part of rest) {
    const end = part.indexOf('"')
    gaps.push([body.length, part.slice(0, end)])
    body += part.slice(end + 1)
  }
  return { body, gaps }
}

/**
 * Clears the store on start. Documents restored from a backup refer to snapshots of another
 * database, and another version of the service may write other replies.
 */
export const clearDocuments = (db: Db) => sql`delete from document`.execute(db)

/** A document is valid for 12 hours at most, so older invalidations affect none. */
export async function pruneInvalidations(tx: Tx): Promise<void> {
  await sql`delete from cache_invalidation where created_at < now() - interval '1 day'`.execute(tx)
  await sql`delete from document where valid_until < now()`.execute(tx)
}
