// Finds the users and groups to notify of an event. Their visibility is checked again when a
// notification is created and when it is read.
import type { Tx } from '../../kernel/db/connect.ts'
import { studioOfRow } from '../../kernel/db/lock-row.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import { rolesWith } from '../rules.ts'
import { currentPhase } from './phases.ts'

export type Audience = { users: string[]; groups: string[] }

const phaseUsers = sql`select jsonb_array_elements_text(${currentPhase} -> 'users')`
const phaseGroups = sql`select jsonb_array_elements(${currentPhase} -> 'groups') ->> 'id'`

/** Over `work_request w`. A vendor that declined hears no more of a request. */
const isAudienceOf = (vendor: Sql) => sql`(w.vendor_id is null
  or w.vendor_id = ${vendor} and w.vendor_answer is distinct from 'declined')`

/**
 * Over `asset a`: the owners of open work requests, and the users and groups of the current phase.
 */
export const assetAudience = (studio: Sql | string | null) => sql`
  array(
    select w.owner_id from work_request w
    where w.studio_id = ${studio} and w.asset_id = a.id and w.submitted_at is not null
      and w.status not in ('complete', 'cancelled')
    union ${phaseUsers}) as users,
  array(${phaseGroups}) as groups`

export async function audienceOfAsset(tx: Tx, asset: string): Promise<Audience> {
  const studio = await studioOfRow(tx, 'asset', asset)
  const { rows } = await sql<Audience>`
    select ${assetAudience(studio)} from asset a where a.studio_id = ${studio} and a.id = ${asset}`.execute(
    tx,
  )
  return rows[0]!
}

/** The people of the studio and of its territories, and the owners of open work requests. */
export async function audienceOfProject(tx: Tx, project: string): Promise<Audience> {
  const studio = await studioOfRow(tx, 'project', project)
  const { rows } = await sql<Pick<Audience, 'users'>>`
    select array(
      select m.person_id from membership m
      where m.studio_id = p.studio_id and m.roles && '{studio,territory}'
      union select w.owner_id from work_request w
        where w.studio_id = ${studio} and w.project_id = p.id and w.submitted_at is not null
          and w.status not in ('complete', 'cancelled')) as users
    from project p where p.studio_id = ${studio} and p.id = ${project}`.execute(tx)
  return { users: rows[0]!.users, groups: [] }
}

/**
 * The people of the studio, and those who may order in the current phase. A phase that lists nobody
 * lets every territory order.
 */
export async function audienceOfNewAsset(tx: Tx, asset: string): Promise<Audience> {
  const studio = await studioOfRow(tx, 'asset', asset)
  const { rows } = await sql<Audience>`
    select
      array(
        select m.person_id from membership m
        where m.studio_id = a.studio_id and ('studio' = any (m.roles)
          or 'territory' = any (m.roles)
            and not exists (${phaseUsers}) and not exists (${phaseGroups}))
        union ${phaseUsers}) as users,
      array(${phaseGroups}) as groups
    from asset a where a.studio_id = ${studio} and a.id = ${asset}`.execute(tx)
  return rows[0]!
}

/** The people who see embargoed files of the studio. */
export async function audienceOfEmbargo(tx: Tx, asset: string): Promise<Audience> {
  const studio = await studioOfRow(tx, 'asset', asset)
  const { rows } = await sql<{ id: string }>`
    select m.person_id as id from membership m join asset a on a.studio_id = m.studio_id
    where a.studio_id = ${studio} and a.id = ${asset} and (m.roles && ${rolesWith('embargo.bypass')}::text[]
      or 'embargo.bypass' = any (m.permissions))`.execute(tx)
  return { users: rows.map(({ id }) => id), groups: [] }
}

/** The people that a studio wants to remind of a deadline. */
export async function reminderAudience(
  tx: Tx,
  request: string,
  recipients: readonly ('owner' | 'translators' | 'vendor' | 'studio')[],
): Promise<Audience> {
  const isRecipient = (who: (typeof recipients)[number]) =>
    sql`${recipients.includes(who)}::boolean`
  const studio = await studioOfRow(tx, 'work_request', request)
  const { rows } = await sql<Audience>`
    select
      array(
        select w.owner_id where ${isRecipient('owner')}
        union select tr.translator_id from translation tr
          where ${isRecipient('translators')} and tr.studio_id = ${studio} and tr.work_request_id = w.id
            and tr.translator_id is not null and tr.status <> 'approved'
        union select m.person_id from membership m
          where ${isRecipient('studio')} and m.studio_id = w.studio_id and 'studio' = any (m.roles)
      ) as users,
      array(
        select g.id from people_group g join group_studio gs on gs.group_id = g.id
        where ${isRecipient('vendor')} and g.type = 'v' and gs.studio_id = w.studio_id
          and not w.auto
          and ${isAudienceOf(sql`g.id`)}) as groups
    from work_request w where w.studio_id = ${studio} and w.id = ${request}`.execute(tx)
  return rows[0]!
}

/** The owners of downloaded files, and the people of the studio who may read its reports. */
export async function audienceOfDownload(
  tx: Tx,
  studio: string,
  files: string[],
): Promise<Audience> {
  const { rows } = await sql<Pick<Audience, 'users'>>`
    select array(
      select owner_id from file where studio_id = ${studio} and id = any (${files})
      union select person_id from membership
        where studio_id = ${studio}
          and (roles && ${rolesWith('report.read')}::text[]
            or 'report.read' = any (permissions))) as users`.execute(tx)
  return { users: rows[0]!.users, groups: [] }
}

/**
 * The owner, the reviewers, the translators, invited people, the studio users in its history, the vendor it is assigned to or all
 * vendors of its studio, and the users and groups of the asset's current phase. A version that the
 * service makes alone needs no vendor.
 */
export async function audienceOfWorkRequest(tx: Tx, request: string): Promise<Audience> {
  const studio = await studioOfRow(tx, 'work_request', request)
  const { rows } = await sql<Audience>`
    select
      array(
        select w.owner_id
        union select w.reviewer_id where w.reviewer_id is not null
        union select w.approver_id where w.approver_id is not null
        union select tr.translator_id from translation tr
          where tr.studio_id = ${studio} and tr.work_request_id = w.id
            and tr.translator_id is not null
        union select rm.person_id from request_member rm
          where rm.studio_id = ${studio} and rm.work_request_id = w.id
        union select h.person_id
          from work_request_history h join membership m
            on m.person_id = h.person_id and m.studio_id = w.studio_id
          where h.studio_id = ${studio} and h.work_request_id = w.id and 'studio' = any (m.roles)
        union ${phaseUsers}) as users,
      array(
        select g.id from people_group g join group_studio gs on gs.group_id = g.id
        where g.type = 'v' and gs.studio_id = w.studio_id and not w.auto
          and ${isAudienceOf(sql`g.id`)}
        union ${phaseGroups}) as groups
    from work_request w join asset a on a.studio_id = ${studio} and a.id = w.asset_id
    where w.studio_id = ${studio} and w.id = ${request}`.execute(tx)
  return rows[0]!
}
