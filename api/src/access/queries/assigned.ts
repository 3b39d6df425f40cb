// Translators see what they translate. Visibility is a condition on each row, so a list of theirs
// would check all rows of the studio. These conditions follow from it and start from the translator.
import { sql, type RawBuilder } from 'kysely'
import type { Viewer } from './visibility.ts'

type Sql = RawBuilder<unknown>

const ofTranslator = (viewer: Viewer, condition: Sql): Sql =>
  viewer.onlyRole === 'translator' ? condition : sql`true`

/** Over `asset a`. */
export const hasAssignedAsset = (viewer: Viewer): Sql =>
  ofTranslator(
    viewer,
    sql`a.id in (select mine.asset_id from translation mine where mine.translator_id = ${viewer.id})`,
  )

/** Over `project p`. */
export const hasAssignedProject = (viewer: Viewer): Sql =>
  ofTranslator(
    viewer,
    sql`p.id in (
      select of_mine.project_id from translation mine join asset of_mine on of_mine.id = mine.asset_id
      where mine.translator_id = ${viewer.id})`,
  )

/** Over `work_request w`, which may also be the translator's own. */
export const isAssignedRequest = (viewer: Viewer): Sql =>
  ofTranslator(
    viewer,
    sql`w.id in (
      select mine.work_request_id from translation mine where mine.translator_id = ${viewer.id}
      union select own.id from work_request own where own.owner_id = ${viewer.id})`,
  )
