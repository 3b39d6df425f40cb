import { sql } from 'kysely'
import type { Caller } from '../kernel/http/contract/caller.ts'
import { between } from '../kernel/db/between.ts'
import type { Db } from '../kernel/db/connect.ts'
import { allOf, matches, listPage } from '../kernel/db/page.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import type { AuditEntry, AuditFilter } from './contract.ts'

export type StoredEntry = Omit<AuditEntry, 'summary'>

export const listAudit = (
  db: Db,
  reader: Caller,
  range: Range,
  filter: AuditFilter,
): Promise<Page<StoredEntry>> =>
  listPage(db, range, {
    columns: sql`a.id as "_id", seconds(a.at) as at, case
      when a.by_id is not null then json_build_object('_id', a.by_id, 'name', a.by_name) end as by,
      a.act,
      json_build_object('kind', a.about_kind, '_id', a.about_id, 'name', a.about_name) as about,
        ${studiosFor(reader)} as studios, a.asked, a.request, a.address,
        a.seal is not null as sealed`,
    from: sql`audit a`,
    where: allOf(inSight(reader), chosen(filter)),
    order: sql`a.number desc`,
    key: sql`a.id`,
  })

const isAdmin = ({ permissions }: Caller) => permissions.has('installation.manage')

/** Actions on the installation are visible to admins only. */
const inSight = (reader: Caller) =>
  isAdmin(reader) ? sql`true` : sql`a.studios && ${reader.studios}`

/** Hides studios that the reader does not share with the actor. */
const studiosFor = (reader: Caller) =>
  isAdmin(reader)
    ? sql`a.studios`
    : sql`array(select one from unnest(a.studios) one where one = any (${reader.studios}))`

const chosen = ({ q, who, act, kind, about, studio, created }: AuditFilter) =>
  allOf(
    q
      ? sql`${matches(sql`fold(a.about_name)`, q)} or ${matches(sql`fold(a.by_name)`, q)}
        or ${matches(sql`fold(a.act)`, q)}`
      : sql`true`,
    who
      ? sql`a.by_id = ${who} or a.by_id = (select id from person where email = lower(${who}))`
      : sql`true`,
    act ? sql`starts_with(a.act, ${act})` : sql`true`,
    kind ? sql`a.about_kind = any (${kind.split(',')})` : sql`true`,
    about ? sql`a.about_id = ${about}` : sql`true`,
    studio
      ? sql`a.studios && array(select id from studio where ${studio} in (id, slug))`
      : sql`true`,
    created ? between(sql`a.at`, created) : sql`true`,
  )
