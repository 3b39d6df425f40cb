// Translators see what they translate. Visibility is a condition on each row, so a list of theirs
// would check all rows of the studio. These conditions are equal to it and start from the translator.
import { sql, type RawBuilder } from 'kysely'
import {
  seesAsset,
  seesProject,
  seesStudio,
  seesTranslation,
  seesWorkRequest,
  type Viewer,
} from './visibility.ts'

type Sql = RawBuilder<unknown>

/** Lists of translators start from their translations, so their rows are found once. */
export const isTranslator = ({ onlyRole }: Viewer): boolean => onlyRole === 'translator'

/** Over `translation mine`. */
const isMine = (viewer: Viewer): Sql =>
  sql`mine.translator_id = ${viewer.id} and ${viewer.hasRole(sql`mine.studio_id`, 'translator')}`

export const assetsOfTranslator = (viewer: Viewer): Sql =>
  sql`select mine.asset_id from translation mine where ${isMine(viewer)}`

/** Over `asset a`. */
export const findsAsset = (viewer: Viewer): Sql =>
  isTranslator(viewer) ? sql`a.id in (${assetsOfTranslator(viewer)})` : seesAsset(viewer)

/**
 * Over `project p`. `is true` and `offset 0` make PostgreSQL look up the translator's assets once,
 * instead of reading all assets, or those of each project.
 */
export const findsProject = (viewer: Viewer): Sql =>
  isTranslator(viewer)
    ? sql`${seesStudio(viewer, sql`p.studio_id`)} and (p.id in (
        select of_mine.project_id from translation mine
        cross join lateral (
          select x.project_id from asset x where x.id = mine.asset_id offset 0) of_mine
        where ${isMine(viewer)})) is true`
    : seesProject(viewer)

export const ownRequests = (viewer: Viewer): Sql => sql`
  select own.id from work_request own
  where own.owner_id = ${viewer.id} and own.studio_id = any (${viewer.studios})`

/** A request may also be the translator's own. */
export const requestsOfTranslator = (viewer: Viewer): Sql => sql`
  select mine.work_request_id from translation mine where ${isMine(viewer)}
  union ${ownRequests(viewer)}`

/** Over `work_request w`. An index has the order of the list only for named studios. */
export const findsWorkRequest = (viewer: Viewer): Sql =>
  isTranslator(viewer)
    ? sql`w.id in (${requestsOfTranslator(viewer)})`
    : sql`(${viewer.ofStudios?.(sql`w.studio_id`) ?? sql`true`} and ${seesWorkRequest(viewer)})`

/** Over `translation tr` and, for people other than translators, `work_request w`. */
export const findsTranslation = (viewer: Viewer): Sql =>
  isTranslator(viewer)
    ? sql`tr.id in (
        select mine.id from translation mine where ${isMine(viewer)}
        union select of_own.id from translation of_own
          where of_own.work_request_id in (${ownRequests(viewer)}))`
    : seesTranslation(viewer)
