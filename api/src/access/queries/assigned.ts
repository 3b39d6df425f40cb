// Translators see what they translate. Visibility is a condition on each row, so a list of theirs
// would check all rows of the studio. These conditions are equal to it and start from the translator.
import { sql, type RawBuilder } from 'kysely'
import type { KnownRows, LongList } from '../../kernel/db/page.ts'
import { seesAsset, seesProject, seesStudio, seesWorkRequest, type Viewer } from './visibility.ts'

type Sql = RawBuilder<unknown>

/** Lists of translators start from their translations, so their rows are found once. */
export const isTranslator = ({ onlyRole }: Viewer): boolean => onlyRole === 'translator'

/** Over `translation mine`. */
const isMine = (viewer: Viewer): Sql =>
  sql`mine.translator_id = ${viewer.id} and ${viewer.hasRole(sql`mine.studio_id`, 'translator')}`

export const assetsOfTranslator = (viewer: Viewer): Sql =>
  sql`select mine.asset_id from translation mine where ${isMine(viewer)}`

/** The indexes in the order of the lists begin with the studio. */
const inEachStudio = (viewer: Viewer, alias: Sql) => ({
  table: sql`(select s.id from studio s where ${seesStudio(viewer, sql`s.id`)}) s`,
  condition: sql`${alias}.studio_id = s.id`,
  alias,
})

/** For the whole list of assets `a` in the order of their creation. Archived assets do not count. */
export const knownAssets = (viewer: Viewer): KnownRows | undefined =>
  isTranslator(viewer)
    ? {
        ids: assetsOfTranslator(viewer),
        ...inEachStudio(viewer, sql`a`),
        total: sql`(select count(*) from known) - (
          select count(*) from asset x
          where x.archived_at is not null and (x.id in (select id from known)) is true)`,
      }
    : undefined

/** For the whole list of requests `w`, or those assigned to the translator, by their creation. */
export const knownRequests = (viewer: Viewer, assignee?: 'me'): KnownRows | undefined =>
  isTranslator(viewer)
    ? {
        ids: assignee
          ? sql`select mine.work_request_id from translation mine
              where ${isMine(viewer)} and mine.part is not null`
          : requestsOfTranslator(viewer),
        ...inEachStudio(viewer, sql`w`),
        total: totalOfTranslator(viewer, assignee),
      }
    : undefined

/** Over `work_request w`: those that are assigned to the translator, who sees all of them. */
const isAssigned = (viewer: Viewer): Sql =>
  sql`(w.assignee_id = ${viewer.id} and ${viewer.ofStudios!(sql`w.studio_id`)})`

/** The requests of which the translator does another part than that of the assignee. */
const assistedRequests = (viewer: Viewer): Sql => sql`
  select mine.work_request_id from translation mine where ${isMine(viewer)} and mine.assists`

/** The requests that a translator sees and that are not assigned to them. They are few. */
const otherRequests = (viewer: Viewer, assignee?: 'me' | 'none'): Sql =>
  assignee === 'me'
    ? sql`select distinct assisted.* from (
        ${assistedRequests(viewer)} and mine.part is not null) assisted`
    : sql`${assistedRequests(viewer)} union ${ownRequests(viewer)}
        and own.assignee_id is distinct from ${viewer.id}`

/** Over `work_request w`. The array makes PostgreSQL look up each request. */
const isOther = (viewer: Viewer, assignee?: 'me' | 'none'): Sql =>
  sql`w.id = any (array(${otherRequests(viewer, assignee)}))`

/**
 * What a translator sees, as conditions over `work_request w` of which a request fulfills at most one.
 * Only the first can find many, and has an index in the order of the due dates.
 */
export const partsOfTranslator = (viewer: Viewer, assignee?: 'me' | 'none'): readonly Sql[] =>
  assignee === 'none'
    ? [isOther(viewer, assignee)]
    : [isAssigned(viewer), isOther(viewer, assignee)]

/** Over `row_count c`: the number of requests that are assigned to the translator. */
export const countsOfAssigned = (viewer: Viewer): Sql =>
  sql`row_count c where c.kind = 'assignee_request' and c.type = ${viewer.id}
    and ${viewer.ofStudios!(sql`c.studio_id`)}`

export const totalOfTranslator = (viewer: Viewer, assignee?: 'me'): Sql => sql`(
  (select coalesce(sum(c.total), 0) from ${countsOfAssigned(viewer)})
  + (select count(*) from (${otherRequests(viewer, assignee)}) other))::bigint`

/** Over `asset a`. */
export const findsAsset = (viewer: Viewer): Sql =>
  isTranslator(viewer) ? sql`a.id in (${assetsOfTranslator(viewer)})` : seesAsset(viewer)

/**
 * Over `project p`. `is true` and the array make PostgreSQL look up the translator's assets once,
 * instead of reading all assets, or those of each project.
 */
export const findsProject = (viewer: Viewer): Sql =>
  isTranslator(viewer)
    ? sql`${seesStudio(viewer, sql`p.studio_id`)} and (p.id in (
        select x.project_id from asset x
        where x.id = any (array(${assetsOfTranslator(viewer)})))) is true`
    : seesProject(viewer)

export const ownRequests = (viewer: Viewer): Sql => sql`
  select own.id from work_request own
  where own.owner_id = ${viewer.id} and own.studio_id = any (${viewer.studios})`

/** A request may also be the translator's own. Some ids are there twice. */
export const requestsOfTranslator = (viewer: Viewer): Sql => sql`
  select mine.work_request_id from translation mine where ${isMine(viewer)}
  union all ${ownRequests(viewer)}`

/** Over `work_request w`: the open requests that the viewer sees. */
export const findsOpenRequest = (viewer: Viewer): Sql =>
  isTranslator(viewer)
    ? sql`w.id = any (array(
        select w.id from work_request w
        where ${isAssigned(viewer)} and w.status not in ('complete', 'cancelled')
        union all ${otherRequests(viewer)}))`
    : findsWorkRequest(viewer)

/** Over `work_request w`. An index has the order of the list only for named studios. */
export const findsWorkRequest = (viewer: Viewer): Sql =>
  isTranslator(viewer)
    ? sql`w.id in (${requestsOfTranslator(viewer)})`
    : sql`(${viewer.ofStudios?.(sql`w.studio_id`) ?? sql`true`} and ${seesWorkRequest(viewer)})`

/**
 * The translations of a translator, as parts of a list with the alias tr that have an index in its
 * order: their own ones, and those of requests that they own. Undefined for others.
 */
export function translationsOfTranslator(
  viewer: Viewer,
): Pick<LongList, 'parts' | 'list'> | undefined {
  if (!isTranslator(viewer)) return undefined
  const parts = [
    sql`(select mine.* from translation mine where ${isMine(viewer)})`,
    sql`(select of_own.* from translation of_own
      where of_own.translator_id is distinct from ${viewer.id}
        and of_own.work_request_id in (${ownRequests(viewer)}))`,
  ]
  return {
    list: sql`(${sql.join(parts, sql` union all `)}) tr`,
    parts: { alias: sql`tr`, sources: parts.map((part) => sql`${part} tr`) },
  }
}
