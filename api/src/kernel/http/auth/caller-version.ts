import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { SINGLE_SHAPE, param, prepared } from '../../db/prepared.ts'
import type { ReadStatement } from '../../db/read-connections.ts'
import type { ServiceDatabase } from '../../db/service-database.ts'
import type { StatedCaller } from '../../db/stated-caller.ts'
import {
  isFresh,
  type DocumentQuery,
  type StoredDocument,
  type WantedDocument,
} from '../documents.ts'
import { VERIFICATION_MINUTES } from './verification.ts'

/** Covers every row that the columns of a caller are read from. */
export const callerVersion = (email: RawBuilder<unknown>, digest: RawBuilder<unknown>) =>
  sql`caller_version(${email}, ${digest}, ${sql.lit(VERIFICATION_MINUTES)})`

type Token = { email: string; digest: string }

/** `version` is null if the token is not valid, or was not used for a minute. */
type Version = { version: string | null; /** In seconds. */ now: number }

const selectVersion = prepared(
  () => sql<Version>`
    select ${callerVersion(param('email'), param('digest'))} as version,
      extract(epoch from now())::float8 as now`,
)

export async function readVersion(db: Db, { email, digest }: Token): Promise<Version> {
  const [row] = await selectVersion(db, SINGLE_SHAPE, { email, digest })
  return row!
}

const withDocument = ({ kind, readerFact }: DocumentQuery) => ({
  name: `document ${kind}`,
  text: `
    select caller_version($1, $2, ${VERIFICATION_MINUTES}) as version,
      extract(epoch from now())::float8 as now, d.etag, d.facts, d.body,
      ${readerFact?.('$6') ?? 'null'} as "ofReader"
    from (select) one left join document d
      on d.kind = $3 and d.record_id = $4 and d.variant = $5 and ${isFresh}`,
})
const statements = new Map<string, ReadStatement>()

function statementFor(query: DocumentQuery): ReadStatement {
  const known = statements.get(query.kind) ?? withDocument(query)
  statements.set(query.kind, known)
  return known
}

/** Reads both in one statement, and so from one snapshot. */
export async function readVersionAndDocument(
  read: ServiceDatabase['read'],
  stated: StatedCaller,
  { email, digest }: Token,
  wanted: WantedDocument,
): Promise<Version & { document: StoredDocument | null }> {
  type Row = Version & Record<'etag' | 'facts' | 'body', string | null> & { ofReader: unknown }
  const { kind, id, variant, readerFact } = wanted
  const values = [email, digest, kind, id, variant, ...(readerFact ? [stated.person] : [])]
  const [row] = await read<Row>(stated, statementFor(wanted), values)
  const { version, now, etag, facts, body, ofReader } = row!
  const document = body === null ? null : ({ etag, facts, body, ofReader } as StoredDocument)
  return { version, now, document }
}
