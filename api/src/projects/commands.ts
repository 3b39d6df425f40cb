import type { Static } from 'typebox'
import { audienceOfProject } from '../access/queries/audience.ts'
import { viewerOf } from '../access/queries/visibility.ts'
import { getReferencedPicture } from '../access/queries/references.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { freeSlug } from '../kernel/db/free-slug.ts'
import { sql } from '../kernel/db/sql.ts'
import { emit } from '../kernel/events/emit.ts'
import { isSameValue } from '../kernel/http/protected-fields.ts'
import type { RecordChange } from '../kernel/http/serve.ts'
import { invalid } from '../kernel/http/contract/problem.ts'
import { idOf, type Ref } from '../kernel/http/contract/schema.ts'
import { getStudio } from '../studios/queries.ts'
import type * as contract from './contract.ts'
import { getProject, lockProject, resolveProject } from './queries.ts'
import { releaseErrors, type StoredProject } from './rules.ts'

type New = Static<typeof contract.createProject.body>
type Change = Static<typeof contract.changeProject.body>

export async function createProject(
  tx: Tx,
  { body, by }: { body: New; by: Caller },
): Promise<StoredProject> {
  const studio = await getStudio(tx, viewerOf(by), idOf(body.studio))
  validateRelease(body.release)
  const logo = await findChangedLogo(tx, { logo: body.logo, current: null, by })
  const slug = await freeSlug(tx, 'project', {
    slug: body.slug,
    name: body.name,
    studio: studio._id,
  })
  const { rows } = await sql<{ id: string }>`insert into project ${sql.values({
    studio_id: studio._id,
    name: body.name,
    slug,
    logo_id: logo,
    status: body.status,
    description: body.description,
    ...releaseColumns(body.release),
  })} returning id`.execute(tx)
  const { id } = rows[0]!
  await announce(tx, { type: 'pcr', project: id, studio: studio._id, by: by._id })
  return getProject(tx, viewerOf(by), id)
}

export async function changeProject(
  tx: Tx,
  { id, body, by, checkPreconditions }: RecordChange & { body: Change },
): Promise<StoredProject> {
  const project = await resolveProject(tx, viewerOf(by), id)
  await lockProject(tx, project)
  const current = await getProject(tx, viewerOf(by), project)
  checkPreconditions(current)
  validateRelease(body.release)
  const logo = await findChangedLogo(tx, { logo: body.logo, current: current.logo, by })
  const slug =
    body.slug && body.slug !== current.slug
      ? await freeSlug(tx, 'project', {
          slug: body.slug,
          name: current.name,
          studio: current.studio,
        })
      : current.slug
  await sql`update project ${sql.set({
    name: body.name ?? current.name,
    slug,
    logo_id: logo,
    status: body.status,
    description: body.description,
    ...releaseColumns(body.release),
  })} where id = ${current._id}`.execute(tx)
  const changed = await getProject(tx, viewerOf(by), current._id)
  await announceChange(tx, current, changed, by._id)
  return changed
}

export async function removeProject(tx: Tx, { id, by, checkPreconditions }: RecordChange) {
  const project = await resolveProject(tx, viewerOf(by), id)
  await lockProject(tx, project)
  const current = await getProject(tx, viewerOf(by), project)
  checkPreconditions(current)
  await sql`select delete_project_tokens(${current._id})`.execute(tx)
  await sql`update event set project_id = null where project_id = ${current._id}`.execute(tx)
  await sql`delete from project where id = ${current._id}`.execute(tx)
  return { _id: current._id, removed: true as const }
}

type Announcement = {
  type: 'pcr' | 'pch' | 'par'
  project: string
  studio: string
  by: string
  /** The changed fields, comma-separated. */
  fields?: string
}

async function announce(tx: Tx, { type, project, studio, by, fields }: Announcement) {
  const notify = await audienceOfProject(tx, project)
  await emit(tx, { type, from: by, studio, project, details: { fields }, notify })
}

/** A changed logo or slug is not worth a notification. */
async function announceChange(tx: Tx, before: StoredProject, after: StoredProject, by: string) {
  const { _id: project, studio } = after
  const isArchived = before.status !== after.status && after.status === 'archived'
  if (isArchived) await announce(tx, { type: 'par', project, studio, by })
  const fields = (['name', 'status', 'description', 'release'] as const).filter(
    (name) => !isSameValue(before[name], after[name]) && !(isArchived && name === 'status'),
  )
  if (fields.length)
    await announce(tx, {
      type: 'pch',
      project,
      studio,
      by,
      fields: fields.join(', '),
    })
}

function validateRelease(release: contract.Release | null | undefined) {
  const errors = releaseErrors(release)
  if (errors.length)
    throw invalid(
      'time-zone.invalid',
      'The time zone of the release must be an IANA name such as Europe/Berlin.',
      errors,
    )
}

/** Undefined keeps the logo. So does the null that was shown in place of an invisible logo. */
async function findChangedLogo(
  tx: Tx,
  { logo, current, by }: { logo: Ref | null | undefined; current: string | null; by: Caller },
): Promise<string | null | undefined> {
  const requested = logo ? idOf(logo) : logo
  if (requested === undefined || requested === current) return undefined
  return requested && getReferencedPicture(tx, viewerOf(by), requested, '/logo')
}

/** Undefined values are omitted from the statement and stay unchanged. */
const releaseColumns = (release: contract.Release | null | undefined) =>
  release === undefined
    ? {}
    : {
        release_at: release && sql`to_timestamp(${release.date})`,
        release_tz: release && release.tz,
      }
