import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { inBatches } from '../../db/merge-statements.ts'
import { SINGLE_SHAPE, param, prepared, type CompiledText } from '../../db/prepared.ts'
import type { ReadStatement } from '../../db/read-connections.ts'
import type { ServiceDatabase } from '../../db/service-database.ts'
import type { StatedCaller } from '../../db/stated-caller.ts'
import type { JsonPage } from '../contract/range.ts'
import {
  isFresh,
  type DocumentQuery,
  type StoredDocument,
  type WantedDocument,
} from '../documents.ts'
import { VERIFICATION_MINUTES } from './verification.ts'

/** The versions of the two rows that every change of a caller writes (migration 0106). */
export const callerVersion = (email: RawBuilder<unknown>, digest: RawBuilder<unknown>) =>
  sql`caller_version(${email}, ${digest}, ${sql.lit(VERIFICATION_MINUTES)})`

/**
 * The same for many tokens, which may be unused for longer. `token` and `caller` are the versions:
 * they are apart because the service itself changes the row of a token in use.
 */
export const tokenVersions = (tokens: RawBuilder<unknown>) => sql`
  select used.id, used.xmin::text as token,
    concat(owner.xmin, '|', used.verified_at > now() - make_interval(mins => ${sql.lit(
      VERIFICATION_MINUTES,
    )})) as caller
  from token used
  join person owner on owner.id = used.person_id
  where used.id = any (${tokens})
    and owner.approved and owner.disabled_at is null and not owner.guest`

type Token = { email: string; digest: string }

/** `version` is null if the token is not valid, or was not used for a minute. */
type Version = { version: string | null; /** In seconds. */ now: number }

const selectVersions = prepared(
  () => sql<Version>`
    select ${callerVersion(sql`given.email`, sql`given.digest`)} as version,
      extract(epoch from now())::float8 as now
    from unnest(${param('emails')}::text[], ${param('digests')}::text[])
      with ordinality as given (email, digest, number)
    order by given.number`,
)

/** Reads the versions of all callers who ask in the same turn of the event loop in one statement. */
export const createVersionReader = (db: Db): ((token: Token) => Promise<Version>) =>
  inBatches((tokens) =>
    selectVersions(db, SINGLE_SHAPE, {
      emails: tokens.map(({ email }) => email),
      digests: tokens.map(({ digest }) => digest),
    }),
  )

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

/** `name` and `text` of a page are the same for all callers; `values` are its parameters. */
export type WantedPage = CompiledText & { name: string }

const pageStatements = new Map<string, ReadStatement>()

function pageStatementFor({ name, text, values }: WantedPage): ReadStatement {
  const [email, digest] = [values.length + 1, values.length + 2]
  const known = pageStatements.get(name) ?? {
    name,
    text: `
      select caller_version($${email}, $${digest}, ${VERIFICATION_MINUTES}) as version,
        extract(epoch from now())::float8 as now, page.*
      from (select) one left join (${text}) page on true`,
  }
  pageStatements.set(name, known)
  return known
}

/** Like `readVersionAndDocument`, for a page of a list. */
export async function readVersionAndPage(
  read: ServiceDatabase['read'],
  stated: StatedCaller,
  { email, digest }: Token,
  wanted: WantedPage,
): Promise<Version & { page: JsonPage | null }> {
  type Row = Version & { [Name in keyof JsonPage]: JsonPage[Name] | null }
  const [row] = await read<Row>(stated, pageStatementFor(wanted), [...wanted.values, email, digest])
  const { version, now, ...page } = row!
  return { version, now, page: page.json === null ? null : (page as JsonPage) }
}
