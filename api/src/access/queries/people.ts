import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { Viewer } from './visibility.ts'

/**
 * Whether the viewer sees the person with this id: themselves, and everybody who shares a studio
 * with them, directly or through a group. `person` is any column with a person's id; the aliases
 * are long so that they cannot shadow its table.
 */
export const seesPerson = (
  viewer: Viewer,
  person: Sql,
): Sql => sql`(${viewer.isAdmin} or ${person} = ${viewer.id}
  or exists (
    select from membership visible_membership
    where visible_membership.person_id = ${person}
      and visible_membership.studio_id = any (${viewer.studios})))`
