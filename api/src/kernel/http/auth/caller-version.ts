import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { SINGLE_SHAPE, param, prepared } from '../../db/prepared.ts'
import type { ServiceDatabase } from '../../db/service-database.ts'
import type { StatedCaller } from '../../db/stated-caller.ts'
import { isFresh, type StoredDocument, type WantedDocument } from '../documents.ts'
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

const WITH_DOCUMENT = {
  name: 'document',
  text: `
    select caller_version($1, $2, ${VERIFICATION_MINUTES}) as version,
      extract(epoch from now())::float8 as now, d.etag, d.facts, d.body
    from (select) one left join document d
      on d.kind = $3 and d.record_id = $4 and d.variant = $5 and ${isFresh}`,
}

/** Reads both in one statement, and so from one snapshot. */
export async function readVersionAndDocument(
  read: ServiceDatabase['read'],
  stated: StatedCaller,
  { email, digest }: Token,
  { kind, id, variant }: WantedDocument,
): Promise<Version & { document: StoredDocument | null }> {
  type Row = Version & { [K in keyof StoredDocument]: string | null }
  const [row] = await read<Row>(stated, WITH_DOCUMENT, [email, digest, kind, id, variant])
  const { version, now, etag, facts, body } = row!
  const document = body === null ? null : ({ etag, facts, body } as StoredDocument)
  return { version, now, document }
}
