// Other viewers than a caller: every person at once, the service, and a caller who reads by key.
import { sql, type Sql } from '../../kernel/db/sql.ts'
import { rolesWith } from '../rules.ts'
import { currentPhase } from './phases.ts'
import type { ZonedViewer, Viewer } from './visibility.ts'

/** The role `admin` is not part of a membership. */
const membershipOf = (studio: Sql, condition: Sql): Sql => sql`exists (
  select from membership viewer_membership
  where viewer_membership.person_id = viewer.id and viewer_membership.studio_id = ${studio}
    and ${condition})`

/** No token of a project, and nothing that makes a condition shorter. */
const EVERY_ROW_CHECKED = {
  inProject: () => sql`true`,
  seesAllOf: null,
  seesAllAssetsOf: null,
  hasSeveralStudios: false,
  seesFewRequests: false,
  isIn: () => sql`true`,
} satisfies Partial<Viewer>

/** Each row of the `viewer` view. */
export const anyViewer: Viewer = {
  id: sql`viewer.id`,
  studios: sql`viewer.full_studios`,
  groups: sql`viewer.groups`,
  isInPhase: sql`phase_includes(${currentPhase}, viewer.id, viewer.groups)`,
  share: sql`null::text`,
  isAdmin: sql`viewer.is_admin`,
  hasRole: (studio, ...roles) =>
    sql`(${roles.includes('admin') ? sql`viewer.is_admin` : sql`false`}
      or ${membershipOf(studio, sql`viewer_membership.roles && ${roles}::text[]`)})`,
  hasPermission: (studio, permission) =>
    sql`(viewer.is_admin or ${membershipOf(
      studio,
      sql`(viewer_membership.roles && ${rolesWith(permission)}::text[]
      or ${permission} = any (viewer_membership.permissions))`,
    )})`,
  isOfTerritory: (studio, territory) =>
    membershipOf(
      studio,
      sql`'territory' = any (viewer_membership.roles) and viewer_membership.territory_id = (
        select id from territory where code = ${territory})`,
    ),
  isInvitedTo: (request) => sql`${request} = any (viewer.requests)`,
  translates: (request) => sql`exists (
    select from translation assigned
    where assigned.work_request_id = ${request} and assigned.translator_id = viewer.id)`,
  ...EVERY_ROW_CHECKED,
}

const unrestricted: Viewer = {
  id: sql`''`,
  studios: sql`'{}'::text[]`,
  groups: sql`'{}'::text[]`,
  isInPhase: sql`true`,
  share: sql`null::text`,
  isAdmin: sql`true`,
  hasRole: () => sql`true`,
  hasPermission: () => sql`true`,
  isOfTerritory: () => sql`true`,
  isInvitedTo: null,
  translates: () => sql`true`,
  ...EVERY_ROW_CHECKED,
}
/** The service itself, for work that follows from somebody's action. */
export const serviceViewer: ZonedViewer = {
  ...unrestricted,
  zone: 'UTC',
}

/**
 * For records that are read by their ids. It asks for each of them, however many the viewer sees.
 * For a list it would look at all records of a studio.
 */
export const readingByKey = (viewer: Viewer): Viewer => ({
  ...viewer,
  seesFewRequests: false,
  translates: (request) => sql`exists (
    select from translation assigned
    where ${viewer.isIn(sql`assigned.studio_id`)}
      and assigned.work_request_id = ${request} and assigned.translator_id = ${viewer.id})`,
})

/** For records of one studio. Their statements name it, so that they run where its rows are. */
export const inStudio = (viewer: Viewer, studio: string | undefined): Viewer =>
  studio === undefined
    ? viewer
    : { ...viewer, isIn: (column) => sql`(${column} = ${studio} and ${viewer.isIn(column)})` }
