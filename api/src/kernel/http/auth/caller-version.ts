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

/**
 * The same for many tokens, which may be unused for longer. `token` and `caller` are the versions:
 * they are apart because the service itself changes the row of a token in use. Reads each table
 * once, not once for each token.
 */
export const tokenVersions = (tokens: RawBuilder<unknown>) => {
  const people = sql`(select person_id from token where id = any (${tokens}))`
  return sql`
    select used.id, used.xmin::text as token,
      concat(owner.xmin, '|', used.verified_at > now() - make_interval(mins => ${sql.lit(
        VERIFICATION_MINUTES,
      )}), '|', memberships.versions, '|', groups.versions, '|', requests.versions, '|', session.xmin)
        as caller
    from token used
    join person owner on owner.id = used.person_id
    left join (
      select m.person_id, string_agg(m.xmin || ' ' || s.xmin, ' ' order by m.studio_id) as versions
      from membership m join studio s on s.id = m.studio_id
      where m.person_id in ${people} group by m.person_id) memberships using (person_id)
    left join (
      select gp.person_id, string_agg(gp.xmin::text, ' ' order by gp.group_id) as versions
      from group_person gp where gp.person_id in ${people} group by gp.person_id) groups
      using (person_id)
    left join (
      select rm.person_id, string_agg(rm.xmin::text, ' ' order by rm.work_request_id) as versions
      from request_member rm where rm.person_id in ${people} group by rm.person_id) requests
      using (person_id)
    left join sso_session session on session.token_id = used.id
    where used.id = any (${tokens})
      and owner.approved and owner.disabled_at is null and not owner.guest`
}

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
