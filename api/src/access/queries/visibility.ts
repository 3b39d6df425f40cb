// What a person can see, as SQL conditions. Every read of every module uses them, so a record that
// is not visible is never selected.
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import {
  grantsOf,
  requestsOf,
  seesAllAssets,
  seesEverything,
  studiosWith,
  territoriesOf,
} from './grants.ts'
import type { AnyPermission, Role } from '../rules.ts'
import { assetsInPhaseOf, isInPhaseOf } from './phases.ts'

/**
 * A caller, or each row of the `viewer` view when many people are notified at once. `studio` is a
 * column with the studio of the record: roles and permissions count only there. An admin has every
 * permission and the role `admin` everywhere.
 */
export type Viewer = {
  id: Sql
  studios: Sql
  groups: Sql
  isAdmin: Sql
  hasRole: (studio: Sql, ...roles: Role[]) => Sql
  hasPermission: (studio: Sql, permission: AnyPermission) => Sql
  /** Whether the viewer has the role `territory` in the studio, for this territory. */
  isOfTerritory: (studio: Sql, territory: Sql) => Sql
  /** Over `asset a`: whether its current phase lists the viewer. */
  isInPhase: Sql
  /** The share that the viewer has opened, if they are a guest. */
  share: Sql
  /** Whether the viewer was invited to the work request. Null if they were invited to none. */
  isInvitedTo: ((request: Sql) => Sql) | null
  /** Whether the viewer translates a part of the work request. */
  translates: (request: Sql) => Sql
  /** Whether the viewer's token may show records of the project. */
  inProject: (project: Sql) => Sql
  /**
   * Whether a studio is among those of the viewer, who sees all records in them. Null for a viewer
   * who does not see all records in all their studios.
   */
  seesAllOf: ((studio: Sql) => Sql) | null
  /** The same for a viewer who sees all projects and assets in all their studios. */
  seesAllAssetsOf: ((studio: Sql) => Sql) | null
  /** Whether the viewer sees requests of more than one studio. */
  hasSeveralStudios: boolean
  /** The studios in which the viewer sees anything. Undefined if they can be others. */
  studioIds?: readonly string[] | undefined
  /** Whether the viewer sees only requests that they own or translate, or were invited to. */
  seesFewRequests: boolean
  /**
   * Whether a studio is one in which the viewer sees anything. It follows from the other conditions,
   * and lets PostgreSQL use the indexes, which begin with the studio.
   */
  isIn: (studio: Sql) => Sql
}
/** Days in filters are days in `zone`. */
export type ZonedViewer = Viewer & { zone: string }

export function viewerOf(caller: Caller): ZonedViewer {
  const cached = viewers.get(caller)
  if (cached) return cached
  const viewer = { ...viewerWith(caller), zone: caller.tz ?? 'UTC' }
  viewers.set(caller, viewer)
  return viewer
}

/** A request asks for its viewer several times. */
const viewers = new WeakMap<Caller, ZonedViewer>()

const SEES_MANY_REQUESTS: Role[] = ['admin', 'studio', 'territory', 'vendor', 'service']

function viewerWith(caller: Caller): Viewer {
  const granted = new Set(grantsOf(caller))
  const groups = sql`${caller.groups}::text[]`
  const requests = requestsOf(caller)
  const project = caller.scope?.project
  const isIn = requests.length ? () => sql`true` : inStudiosOf(caller)
  const inStudiosWith = (studio: Sql, names: readonly string[]): Sql => {
    const grantedNames = names.filter((name) => granted.has(name))
    if (grantedNames.length === 0) return sql`false`
    const conditions = grantedNames.map(
      (name) => sql`${studio} = any (${studiosWith(caller, name)}::text[])`,
    )
    return sql`(${sql.join(conditions, sql` or `)})`
  }
  return {
    id: sql`${caller._id}`,
    studios: sql`${caller.studios}::text[]`,
    groups,
    isInPhase: isInPhaseOf(sql`${caller._id}`, groups),
    share: sql`${caller.share?.id ?? null}::text`,
    isAdmin: caller.isAdmin ? sql`true` : sql`false`,
    hasRole: (studio, ...roles) =>
      caller.isAdmin && roles.includes('admin') ? sql`true` : inStudiosWith(studio, roles),
    hasPermission: (studio, permission) =>
      caller.installationPermissions.has(permission)
        ? sql`true`
        : inStudiosWith(studio, [permission]),
    isOfTerritory: granted.has('territory') ? isInTerritories(caller) : () => sql`false`,
    isInvitedTo: requests.length ? (request) => sql`${request} = any (${requests}::text[])` : null,
    translates: (request) => sql`${request} = any (array(
      select assigned.work_request_id from translation assigned
      where assigned.translator_id = ${caller._id} and ${isIn(sql`assigned.studio_id`)}))`,
    inProject: (column) => (project ? sql`${column} = ${project}` : sql`true`),
    seesAllOf: seesEverything(caller) ? inStudiosOf(caller) : null,
    seesAllAssetsOf: seesAllAssets(caller) ? inStudiosOf(caller) : null,
    studioIds: caller.isAdmin || requests.length > 0 ? undefined : caller.studios,
    hasSeveralStudios: caller.isAdmin || caller.studios.length > 1,
    seesFewRequests: !caller.isAdmin && !SEES_MANY_REQUESTS.some((role) => granted.has(role)),
    isIn,
  }
}

/** PostgreSQL knows how many rows have a value, and finds them in an index, but not a text of two. */
function isInTerritories(caller: Caller): Viewer['isOfTerritory'] {
  const territories = territoriesOf(caller)
  const [first, ...others] = territories
  if (first && others.length === 0)
    return (studio, territory) =>
      sql`(${studio} = ${first.studio} and ${territory} = ${first.territory})`
  const pairs = territories.map(({ studio, territory }) => `${studio} ${territory}`)
  return (studio, territory) => sql`(${studio} || ' ' || ${territory}) = any (${pairs}::text[])`
}

/** An index has the order of a list only if the studio is one value. */
function inStudiosOf({ isAdmin, studios }: Caller): (studio: Sql) => Sql {
  if (isAdmin) return () => sql`true`
  return studios.length === 1
    ? (studio) => sql`${studio} = (${studios}::text[])[1]`
    : (studio) => sql`${studio} = any (${studios}::text[])`
}

/** Over the view `viewer`: the fields of a StoredCaller that come from the person. */
export const callerColumns = sql`viewer.id as "_id", viewer.name, viewer.email,
  viewer.is_admin as "isAdmin", viewer.memberships, viewer.full_studios as studios,
  viewer.groups`
/** The other fields, for a person who has sent no request. */
export const withoutRequest = sql`'' as token, false as "secondFactor",
  false as "recentlyVerified", false as "lacksSecondFactor", 0 as "clockOffset"`

export const seesStudio = (viewer: Viewer, studio: Sql): Sql =>
  sql`(${viewer.isAdmin} or ${studio} = any (${viewer.studios}))`

/** Whether the viewer was invited to the work request. */
export const isInvited = (viewer: Viewer, request: Sql): Sql =>
  viewer.isInvitedTo?.(request) ?? sql`false`

/** Over `asset a`. People who were invited to a work request see its asset and preview. */
export const seesAsset = (viewer: Viewer): Sql =>
  viewer.seesAllAssetsOf?.(sql`a.studio_id`) ?? seesAssetByPart(viewer)

const seesAssetByPart = (viewer: Viewer): Sql =>
  viewer.isInvitedTo && !viewer.seesFewRequests
    ? sql`(${seesAssetByRole(viewer)} or ${viewer.inProject(sql`a.project_id`)}
        and a.id = any (${assetsOfInvitations(viewer, viewer.isInvitedTo)}))`
    : seesAssetByRole(viewer, viewer.isInvitedTo)

/** Does not refer to an asset, because an asset may have thousands of requests. */
const assetsOfInvitations = (viewer: Viewer, isInvitedTo: (request: Sql) => Sql): Sql =>
  sql`array(${assetsOfInvited(viewer, isInvitedTo)})`
const assetsOfInvited = (viewer: Viewer, isInvitedTo: (request: Sql) => Sql): Sql => sql`
  select invited.asset_id from work_request invited
  where ${viewer.isIn(sql`invited.studio_id`)} and ${isInvitedTo(sql`invited.id`)}`

/**
 * Over `asset a`. Translators see the assets they translate; guests see the assets whose current
 * phase lists them.
 */
const seesAssetByRole = (
  viewer: Viewer,
  isInvitedTo: Viewer['isInvitedTo'] = null,
): Sql => sql`(${viewer.isIn(sql`a.studio_id`)}
  and ${viewer.inProject(sql`a.project_id`)} and ${
    viewer.seesFewRequests ? isOneOfFewAssets(viewer, isInvitedTo) : seesAssetAmongMany(viewer)
  })`

/** Their ids come from indexes. With `or`, PostgreSQL would look at all assets. */
const isOneOfFewAssets = (
  viewer: Viewer,
  isInvitedTo: Viewer['isInvitedTo'],
): Sql => sql`a.id = any (array(
  select assigned.asset_id from translation assigned
  where assigned.translator_id = ${viewer.id} and ${viewer.isIn(sql`assigned.studio_id`)}
    and ${viewer.hasRole(sql`assigned.studio_id`, 'translator')}
  union all ${assetsInPhaseOf(
    viewer.id,
    viewer.groups,
    sql`${viewer.isIn(sql`x.studio_id`)} and ${viewer.hasRole(sql`x.studio_id`, 'guest')}`,
  )}
  ${isInvitedTo ? sql`union all ${assetsOfInvited(viewer, isInvitedTo)}` : sql``}))`

const seesAssetAmongMany = (viewer: Viewer): Sql => sql`(
  ${viewer.hasRole(sql`a.studio_id`, 'admin', 'studio', 'territory', 'vendor', 'service')}
  or ${viewer.hasRole(sql`a.studio_id`, 'translator')} and exists (
    select from translation assigned
    where assigned.translator_id = ${viewer.id} and assigned.asset_id = a.id
      and ${viewer.isIn(sql`assigned.studio_id`)})
  or ${viewer.hasRole(sql`a.studio_id`, 'guest')}
    and ${viewer.isInPhase})`

/** Over `project p`. Translators and guests see a project through a visible asset. */
export const seesProject = (viewer: Viewer): Sql =>
  viewer.seesAllAssetsOf?.(sql`p.studio_id`) ?? seesProjectByAsset(viewer)

const seesProjectByAsset = (viewer: Viewer): Sql => sql`(${viewer.inProject(sql`p.id`)} and (
  ${viewer.hasRole(sql`p.studio_id`, 'admin', 'studio', 'territory', 'vendor', 'service')}
  or ${seesStudio(viewer, sql`p.studio_id`)} and (
    ${viewer.hasRole(sql`p.studio_id`, 'translator')} and p.id in (
      select a.project_id from translation assigned
        join asset a on a.studio_id = assigned.studio_id and a.id = assigned.asset_id
      where assigned.translator_id = ${viewer.id} and ${viewer.isIn(sql`a.studio_id`)})
    or exists (select from asset a where a.project_id = p.id and ${seesAsset(viewer)}))))`

/**
 * Whether somebody who works for a vendor is limited to what is theirs. People who also work for the
 * studio or for a territory are not.
 */
export const isVendorOnly = (
  viewer: Viewer,
  studio: Sql,
): Sql => sql`(${viewer.hasRole(studio, 'vendor')}
  and not ${viewer.hasRole(studio, 'admin', 'studio', 'territory', 'service')})`

/**
 * Whether the viewer may see what belongs to this vendor. `vendor` is a column with the id of a
 * group, or null for what belongs to no vendor. Do not negate it: row-level security hides the rows
 * of other vendors, so a condition such as `not exists` would find none.
 */
export const seesVendor = (viewer: Viewer, studio: Sql, vendor: Sql): Sql =>
  sql`(${vendor} is null or ${vendor} = any (${viewer.groups})
    or not ${isVendorOnly(viewer, studio)})`

/** Over `work_request w`. A vendor that declined a request sees it no longer. */
export const isOfVendor = (viewer: Viewer): Sql => sql`(w.vendor_id is null
  or w.vendor_id = any (${viewer.groups}) and w.vendor_answer is distinct from 'declined')`

/** Over `work_request w`, as `seesVendor`. */
export const seesVendorOfRequest = (viewer: Viewer): Sql =>
  sql`(${isOfVendor(viewer)} or not ${isVendorOnly(viewer, sql`w.studio_id`)})`

/** Over `work_request w`. Whether the viewer works for its vendor, which has not accepted it yet. */
export const owesAnswer = (viewer: Viewer): Sql =>
  sql`(w.vendor_id = any (${viewer.groups}) and w.vendor_answer is null
    and ${isVendorOnly(viewer, sql`w.studio_id`)})`

/** Over `file f`. */
export const seesVendorOfFile = (viewer: Viewer): Sql =>
  sql`(f.vendors is null or f.vendors && ${viewer.groups}
    or not ${isVendorOnly(viewer, sql`f.studio_id`)})`

/** A permission for the whole studio does not show the work of other vendors. */
export const hasStudioWide = (viewer: Viewer, studio: Sql, permission: AnyPermission): Sql =>
  sql`(${viewer.hasPermission(studio, permission)} and not ${isVendorOnly(viewer, studio)})`

/** Over `file f` and `asset a`. Translators work from the preview, so they see no files. */
export const seesFile = (viewer: Viewer): Sql =>
  viewer.seesAllOf
    ? sql`(f.removed_at is null and ${viewer.seesAllOf(sql`f.studio_id`)})`
    : seesFileByPart(viewer)

const seesFileByPart = (viewer: Viewer): Sql => sql`(${viewer.isIn(sql`f.studio_id`)}
  and f.removed_at is null
  and ${seesVendorOfFile(viewer)}
  and ${viewer.hasRole(sql`a.studio_id`, 'admin', 'studio', 'territory', 'vendor', 'service', 'guest')}
  and ${seesAssetByRole(viewer)} and ${notEmbargoed(viewer)})`

/** Over `file f` and `asset a`: whether the preview of this file is visible. */
export const seesPreview = (viewer: Viewer): Sql =>
  sql`(${seesAsset(viewer)} and ${seesVendorOfFile(viewer)} and ${notEmbargoed(viewer)})`

/** Over `file f` and `asset a`. */
export const notEmbargoed = (
  viewer: Viewer,
): Sql => sql`(${viewer.hasPermission(sql`a.studio_id`, 'embargo.bypass')}
  or not embargoed(f.embargo_end, f.embargo_event, a.terminal))`

/**
 * Over `work_request w`. Vendors see a work request once it is submitted, unless it is assigned to
 * another vendor or they declined it.
 */
export const seesWorkRequest = (viewer: Viewer): Sql =>
  viewer.seesAllOf?.(sql`w.studio_id`) ?? seesRequestByRole(viewer)

const seesRequestByRole = (viewer: Viewer): Sql => sql`(${viewer.isIn(sql`w.studio_id`)}
  and ${viewer.inProject(sql`w.project_id`)} and ${
    viewer.seesFewRequests ? isOneOfFew(viewer) : seesRequestAmongMany(viewer)
  })`

/** Their ids come from indexes. With `or`, PostgreSQL would look at all requests. */
const isOneOfFew = (viewer: Viewer): Sql => sql`w.id in (
  select own.id from work_request own
  where own.owner_id = ${viewer.id} and own.studio_id = any (${viewer.studios})
    and ${viewer.isIn(sql`own.studio_id`)}
  union all select assigned.work_request_id from translation assigned
  where assigned.translator_id = ${viewer.id} and ${viewer.isIn(sql`assigned.studio_id`)}
    and ${viewer.hasRole(sql`assigned.studio_id`, 'translator')}
  ${
    viewer.isInvitedTo
      ? sql`union all select invited.id from work_request invited
    where ${viewer.isIn(sql`invited.studio_id`)} and ${viewer.isInvitedTo(sql`invited.id`)}`
      : sql``
  })`

const seesRequestAmongMany = (viewer: Viewer): Sql => sql`(
  ${viewer.hasRole(sql`w.studio_id`, 'admin', 'studio', 'service')}
  or w.owner_id = ${viewer.id} and w.studio_id = any (${viewer.studios})
  or ${isInvited(viewer, sql`w.id`)}
  or ${viewer.isOfTerritory(sql`w.studio_id`, sql`w.territory`)}
  or ${viewer.hasRole(sql`w.studio_id`, 'vendor')} and w.submitted_at is not null
    and ${isOfVendor(viewer)}
  or ${viewer.hasRole(sql`w.studio_id`, 'translator')} and ${viewer.translates(sql`w.id`)})`

/** Over `translation tr` and `work_request w`. Translators see only their own translations. */
export const seesTranslation = (viewer: Viewer): Sql =>
  viewer.seesAllOf?.(sql`tr.studio_id`) ?? seesTranslationByRole(viewer)

const seesTranslationByRole = (viewer: Viewer): Sql => sql`(${viewer.isIn(sql`tr.studio_id`)}
  and ${seesWorkRequest(viewer)} and (
  tr.translator_id = ${viewer.id} or w.owner_id = ${viewer.id}
  or ${viewer.hasRole(sql`w.studio_id`, 'admin', 'studio', 'service', 'territory', 'vendor')}))`
