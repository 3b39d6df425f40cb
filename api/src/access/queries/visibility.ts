// What a person can see, as SQL conditions. Every read of every module uses them, so a record that
// is not visible is never selected.
import { sql, type RawBuilder } from 'kysely'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { param, type StatementShape } from '../../kernel/db/prepared.ts'
import { rolesWith, type AnyPermission, type Role } from '../rules.ts'

type Sql = RawBuilder<unknown>

/** A caller, or each row of the `viewer` view when many people are notified at once. */
export type Viewer = ViewerColumns & {
  hasRole: (...roles: Role[]) => Sql
  hasPermission: (permission: AnyPermission) => Sql
}
type ViewerColumns = { id: Sql; studios: Sql; groups: Sql; territory: Sql }
/** A viewer whose statements can be prepared: their text depends on roles and permissions only. */
export type PreparedViewer = Viewer & { shape: StatementShape<Viewer> }

export function viewerOf(caller: Caller): PreparedViewer {
  const { _id: viewer, studios, groups, territory } = caller
  const columns = {
    id: sql`${viewer}`,
    studios: sql`${studios}::text[]`,
    groups: sql`${groups}::text[]`,
    territory: sql`${territory}`,
  }
  return {
    ...viewerWith(caller, columns),
    shape: {
      key: [...caller.roles, ...caller.permissions].join(' '),
      open: viewerWith(caller, params),
      values: { viewer, studios, groups, territory },
    },
  }
}

const params: ViewerColumns = {
  id: param('viewer'),
  studios: sql`${param('studios')}::text[]`,
  groups: sql`${param('groups')}::text[]`,
  territory: param('territory'),
}

const viewerWith = (caller: Caller, columns: ViewerColumns): Viewer => ({
  ...columns,
  hasRole: (...roles) =>
    roles.some((role) => caller.roles.includes(role)) ? sql`true` : sql`false`,
  hasPermission: (permission) => (caller.permissions.has(permission) ? sql`true` : sql`false`),
})

export const anyViewer: Viewer = {
  id: sql`viewer.id`,
  studios: sql`viewer.studios`,
  groups: sql`viewer.groups`,
  territory: sql`viewer.territory`,
  hasRole: (...roles) => sql`viewer.roles && ${roles}::text[]`,
  hasPermission: (permission) => sql`(viewer.roles && ${rolesWith(permission)}::text[]
    or ${permission} = any (viewer.permissions))`,
}

const unrestricted: Viewer = {
  id: sql`''`,
  studios: sql`'{}'::text[]`,
  groups: sql`'{}'::text[]`,
  territory: sql`''`,
  hasRole: () => sql`true`,
  hasPermission: () => sql`true`,
}
/** The service itself, for work that follows from somebody's action. */
export const serviceViewer: PreparedViewer = {
  ...unrestricted,
  shape: { key: 'service', open: unrestricted, values: {} },
}

export const seesStudio = (viewer: Viewer, studio: Sql): Sql =>
  sql`(${viewer.hasRole('admin')} or ${studio} = any (${viewer.studios}))`

/**
 * Over `asset a`. Translators see the assets they translate; guests see the assets whose current
 * phase lists them.
 */
export const seesAsset = (
  viewer: Viewer,
): Sql => sql`(${viewer.hasRole('admin')} or a.studio_id = any (${viewer.studios}) and (
  ${viewer.hasRole('studio', 'territory', 'vendor', 'service')}
  or ${viewer.hasRole('translator')} and exists (
    select from translation assigned
    where assigned.asset_id = a.id and assigned.translator_id = ${viewer.id})
  or ${viewer.hasRole('guest')}
    and phase_includes(${currentPhase}, ${viewer.id}, ${viewer.groups})))`

/** The workflow definition of an asset and its current phase, over `asset a`. */
export const definitionOf = sql`coalesce(
  a.definition,
  (select definition from workflow where workflow.id = a.workflow_id))`
export const currentPhase = sql`(${definitionOf} -> 'phases' -> a.phase)`

/** Over `file f` and `asset a`. Translators work from the preview, so they see no files. */
export const seesFile = (viewer: Viewer): Sql => sql`(f.removed_at is null
  and ${viewer.hasRole('admin', 'studio', 'territory', 'vendor', 'service', 'guest')}
  and ${seesAsset(viewer)} and ${notEmbargoed(viewer)})`

/** Over `file f` and `asset a`: whether the preview of this file is visible. */
export const seesPreview = (viewer: Viewer): Sql =>
  sql`(${seesAsset(viewer)} and ${notEmbargoed(viewer)})`

/** Over `file f` and `asset a`. */
export const notEmbargoed = (viewer: Viewer): Sql => sql`(${viewer.hasPermission('embargo.bypass')}
  or not embargoed(f.embargo_end, f.embargo_event, a.terminal))`

/** Over `work_request w`. Vendors see a work request once it is submitted. */
export const seesWorkRequest = (
  viewer: Viewer,
): Sql => sql`(${viewer.hasRole('admin')} or w.studio_id = any (${viewer.studios}) and (
  ${viewer.hasRole('studio', 'service')}
  or w.owner_id = ${viewer.id}
  or ${viewer.hasRole('territory')} and w.territory = ${viewer.territory}
  or ${viewer.hasRole('vendor')} and w.submitted_at is not null
  or ${viewer.hasRole('translator')} and exists (
    select from translation assigned
    where assigned.work_request_id = w.id and assigned.translator_id = ${viewer.id})))`

/** Over `translation tr` and `work_request w`. Translators see only their own translations. */
export const seesTranslation = (viewer: Viewer): Sql => sql`(${seesWorkRequest(viewer)} and (
  tr.translator_id = ${viewer.id} or w.owner_id = ${viewer.id}
  or ${viewer.hasRole('admin', 'studio', 'service', 'territory', 'vendor')}))`

/**
 * Over `event e`. An event is visible while everything it refers to is visible. People who work on
 * a request see events about its offlines although they see no files. A reply refers to two
 * versions and needs both.
 */
export const seesEvent = (viewer: Viewer): Sql => sql`(${seesStudio(viewer, sql`e.studio_id`)}
  and (e.work_request_id is null or exists (
    select from work_request w where w.id = e.work_request_id and ${seesWorkRequest(viewer)}))
  and (e.asset_id is null or exists (
    select from asset a where a.id = e.asset_id and ${seesAsset(viewer)}))
  and (e.files = '{}' or exists (
    select from file f join asset a on a.id = f.asset_id
    where f.id = any (e.files) and (${seesFile(viewer)}
      or e.work_request_id is not null and f.removed_at is null and ${seesPreview(viewer)})))
  and not (e.type = 'ofc' and exists (
    select from file f join asset a on a.id = f.asset_id
    where f.id = any (e.files) and not ${notEmbargoed(viewer)})))`
