import { sql, type RawBuilder } from 'kysely'
import type { Viewer } from './visibility.ts'

type Sql = RawBuilder<unknown>

/**
 * Whether the viewer sees the person with this id: themselves, and everybody who shares a studio
 * with them, directly or through a group. `person` is any column with a person's id; the aliases
 * are long so that they cannot shadow its table.
 */
export const seesPerson = (
  viewer: Viewer,
  person: Sql,
): Sql => sql`(${viewer.hasRole('admin')} or ${person} = ${viewer.id}
  or exists (
    select from person_studio visible_direct
    where visible_direct.person_id = ${person}
      and visible_direct.studio_id = any (${viewer.studios}))
  or exists (
    select from group_person visible_member join group_studio visible_group using (group_id)
    where visible_member.person_id = ${person}
      and visible_group.studio_id = any (${viewer.studios})))`
