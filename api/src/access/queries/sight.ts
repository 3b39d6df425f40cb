// What a person can see, as SQL: what is not in sight is not in the answer. Every read of every
// slice goes through here.
import { sql, type RawBuilder } from 'kysely'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { place, type Shape } from '../../kernel/db/prepared.ts'
import { rolesThatHold, type AnyRight, type Role } from '../rules.ts'

type Sql = RawBuilder<unknown>

/** The one who looks: a caller, or every row of the `viewer` view when many are told at once. */
export type Viewer = Sight & { is: (...roles: Role[]) => Sql; holds: (right: AnyRight) => Sql }
type Sight = { id: Sql; studios: Sql; groups: Sql; territory: Sql }
/**
 * A viewer for whom a statement can be prepared: it depends on what they are and hold, not on who
 * they are.
 */
export type Reader = Viewer & { shape: Shape<Viewer> }

export function viewerOf(person: Caller): Reader {
  const { _id: viewer, studios, groups, territory } = person
  const sight = {
    id: sql`${viewer}`,
    studios: sql`${studios}::text[]`,
    groups: sql`${groups}::text[]`,
    territory: sql`${territory}`,
  }
  return {
    ...seenBy(person, sight),
    shape: {
      key: [...person.roles, ...person.rights].join(' '),
      open: seenBy(person, places),
      values: { viewer, studios, groups, territory },
    },
  }
}

const places: Sight = {
  id: place('viewer'),
  studios: sql`${place('studios')}::text[]`,
  groups: sql`${place('groups')}::text[]`,
  territory: place('territory'),
}

const seenBy = (person: Caller, sight: Sight): Viewer => ({
  ...sight,
  is: (...roles) => (roles.some((role) => person.roles.includes(role)) ? sql`true` : sql`false`),
  holds: (right) => (person.rights.has(right) ? sql`true` : sql`false`),
})

export const anyViewer: Viewer = {
  id: sql`viewer.id`,
  studios: sql`viewer.studios`,
  groups: sql`viewer.groups`,
  territory: sql`viewer.territory`,
  is: (...roles) => sql`viewer.roles && ${roles}::text[]`,
  holds: (right) =>
    sql`(viewer.roles && ${rolesThatHold(right)}::text[] or ${right} = any (viewer.permissions))`,
}

const everything: Viewer = {
  id: sql`''`,
  studios: sql`'{}'::text[]`,
  groups: sql`'{}'::text[]`,
  territory: sql`''`,
  is: () => sql`true`,
  holds: () => sql`true`,
}
/** The service itself, when it carries on what somebody began. */
export const service: Reader = {
  ...everything,
  shape: { key: 'service', open: everything, values: {} },
}

export const seesStudio = (viewer: Viewer, studio: Sql): Sql =>
  sql`(${viewer.is('admin')} or ${studio} = any (${viewer.studios}))`

/**
 * Over `asset a`. Translators see what they were given to translate, guests what a phase names them
 * for.
 */
export const seesAsset = (
  viewer: Viewer,
): Sql => sql`(${viewer.is('admin')} or a.studio_id = any (${viewer.studios}) and (
  ${viewer.is('studio', 'territory', 'vendor', 'service')}
  or ${viewer.is('translator')} and exists (select from translation given where given.asset_id = a.id and given.translator_id = ${viewer.id})
  or ${viewer.is('guest')} and phase_includes(${currentPhase}, ${viewer.id}, ${viewer.groups})))`

/** The definition an asset follows, and the phase it is in, over `asset a`. */
export const definitionOf = sql`coalesce(a.definition, (select definition from workflow where workflow.id = a.workflow_id))`
export const currentPhase = sql`(${definitionOf} -> 'phases' -> a.phase)`

/**
 * Over `file f` and `asset a`: in sight, and not held back. A translator works from the preview,
 * not from the files.
 */
export const seesFile = (viewer: Viewer): Sql =>
  sql`(f.removed_at is null and ${viewer.is('admin', 'studio', 'territory', 'vendor', 'service', 'guest')} and ${seesAsset(viewer)} and ${pastEmbargo(viewer)})`

/** Over `file f` and `asset a`: the preview made from this file may be seen. */
export const seesPreview = (viewer: Viewer): Sql =>
  sql`(${seesAsset(viewer)} and ${pastEmbargo(viewer)})`

/** Over `file f` and `asset a`. */
export const pastEmbargo = (viewer: Viewer): Sql =>
  sql`(${viewer.holds('embargo.bypass')} or not embargoed(f.embargo_end, f.embargo_event, a.terminal))`

/** Over `work_request w`. A vendor sees an order once it was submitted. */
export const seesWorkRequest = (
  viewer: Viewer,
): Sql => sql`(${viewer.is('admin')} or w.studio_id = any (${viewer.studios}) and (
  ${viewer.is('studio', 'service')}
  or w.owner_id = ${viewer.id}
  or ${viewer.is('territory')} and w.territory = ${viewer.territory}
  or ${viewer.is('vendor')} and w.submitted_at is not null
  or ${viewer.is('translator')} and exists (select from translation given where given.work_request_id = w.id and given.translator_id = ${viewer.id})))`

/**
 * Over `translation tr` and `work_request w`: a translator sees only the translations they were
 * given.
 */
export const seesTranslation = (viewer: Viewer): Sql => sql`(${seesWorkRequest(viewer)} and (
  tr.translator_id = ${viewer.id} or w.owner_id = ${viewer.id} or ${viewer.is('admin', 'studio', 'service', 'territory', 'vendor')}))`

/**
 * Over `event e`: only while all it speaks of is in sight, so that nothing is told of what was
 * taken away since.
 * Who works on an order hears of its offlines although they see no files. An answer speaks of two
 * versions, and is heard by who sees both.
 */
export const seesEvent = (viewer: Viewer): Sql => sql`(${seesStudio(viewer, sql`e.studio_id`)}
  and (e.work_request_id is null or exists (select from work_request w where w.id = e.work_request_id and ${seesWorkRequest(viewer)}))
  and (e.asset_id is null or exists (select from asset a where a.id = e.asset_id and ${seesAsset(viewer)}))
  and (e.files = '{}' or exists (select from file f join asset a on a.id = f.asset_id where f.id = any (e.files) and (${seesFile(viewer)} or e.work_request_id is not null and f.removed_at is null and ${seesPreview(viewer)})))
  and not (e.type = 'ofc' and exists (select from file f join asset a on a.id = f.asset_id where f.id = any (e.files) and not ${pastEmbargo(viewer)})))`
