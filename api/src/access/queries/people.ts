import { sql, type RawBuilder } from 'kysely'
import type { Viewer } from './sight.ts'

type Sql = RawBuilder<unknown>

/**
 * Over any column that holds a person's id: oneself, and whoever shares a studio with the viewer,
 * as their own or through a group.
 * The aliases inside are long so that none hides the table of the column that is handed in.
 */
export const seesPerson = (
  viewer: Viewer,
  person: Sql,
): Sql => sql`(${viewer.is('admin')} or ${person} = ${viewer.id}
  or exists (select from person_studio seen_own where seen_own.person_id = ${person} and seen_own.studio_id = any (${viewer.studios}))
  or exists (
    select from group_person seen_member join group_studio seen_lent using (group_id)
    where seen_member.person_id = ${person} and seen_lent.studio_id = any (${viewer.studios})))`
