import { audienceOfAsset, audienceOfNewAsset } from '../access/queries/audience.ts'
import { viewerOf } from '../access/queries/visibility.ts'
import { getReferencedPicture } from '../access/queries/references.ts'
import { callerIn, type Caller } from '../kernel/http/contract/caller.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { freeSlug } from '../kernel/db/free-slug.ts'
import { sql } from '../kernel/db/sql.ts'
import { liftEmbargoesWithPhase } from '../files/commands/embargo.ts'
import { emit } from '../kernel/events/emit.ts'
import { changedFields, isSameValue } from '../kernel/http/protected-fields.ts'
import type { RecordChange } from '../kernel/http/serve.ts'
import { Problem, invalid, unknownReference } from '../kernel/http/contract/problem.ts'
import { idOf } from '../kernel/http/contract/schema.ts'
import { getProject } from '../projects/queries.ts'
import type { Definition } from '../workflows/contract.ts'
import { definitionErrors, firstPhase, isTerminal } from '../workflows/rules.ts'
import type { AssetChange, NewAsset } from './contract.ts'
import { getAsset, lockAsset, resolveAsset } from './queries.ts'
import { planWorkflow, type PhaseMove, type StoredAsset } from './rules.ts'

const STANDARD_WORKFLOW = '000000000000000000000001'

export async function createAsset(
  tx: Tx,
  { body, by }: { body: NewAsset; by: Caller },
): Promise<StoredAsset> {
  const viewer = viewerOf(by)
  const project = await getProject(tx, viewer, idOf(body.project))
  const type = await resolveType(tx, body.type)
  const workflow = await resolveWorkflow(tx, body.workflow?.id ?? STANDARD_WORKFLOW)
  const definition = body.workflow?.definition ?? workflow.definition
  refuseFaults(definition)
  const phase = body.workflow?.phase ?? firstPhase(definition)
  if (!definition.phases[phase])
    throw invalid('phase.not-found', `The workflow has no phase ${phase}.`, [
      { pointer: '/workflow/phase', message: 'is not in the workflow' },
    ])
  const { rows } = await sql<{ id: string }>`insert into asset ${sql.values({
    studio_id: project.studio,
    project_id: project._id,
    type_id: type.id,
    slug: await freeSlug(tx, 'asset', {
      slug: body.slug,
      name: body.name,
      studio: project.studio,
    }),
    name: body.name,
    import_name: body.importName ?? null,
    media_type: body.mediaType ?? type.mediaType,
    usage: JSON.stringify(body.usage ?? {}),
    aspect_ratio: body.aspectRatio ?? null,
    creative: body.creative ?? false,
    workflow_id: workflow.id,
    definition: body.workflow?.definition ? JSON.stringify(definition) : null,
    phase,
    terminal: isTerminal(definition, phase),
    thumbnail_id: body.thumbnail
      ? await getReferencedPicture(tx, viewer, body.thumbnail, '/thumbnail')
      : null,
  })} returning id`.execute(tx)
  const { id } = rows[0]!
  await emit(tx, {
    type: 'acr',
    from: by._id,
    studio: project.studio,
    asset: id,
    project: project._id,
    notify: await audienceOfNewAsset(tx, id),
  })
  return getAsset(tx, viewer, id)
}

export async function changeAsset(
  tx: Tx,
  { id, body, by, checkPreconditions }: RecordChange & { body: AssetChange },
): Promise<StoredAsset> {
  const viewer = viewerOf(by)
  const asset = await resolveAsset(tx, viewer, id)
  await lockAsset(tx, asset)
  const current = await getAsset(tx, viewer, asset)
  checkPreconditions(current)
  const { thumbnail } = changedFields({ thumbnail: body.thumbnail }, current)
  if (thumbnail) await getReferencedPicture(tx, viewer, thumbnail, '/thumbnail')
  await sql`update asset ${sql.set({
    name: body.name ?? current.name,
    import_name: body.importName === undefined ? current.importName : body.importName,
    slug:
      body.slug && body.slug !== current.slug
        ? await freeSlug(tx, 'asset', {
            slug: body.slug,
            name: current.name,
            studio: current.studio,
          })
        : current.slug,
    type_id:
      body.type && body.type !== current.type
        ? (await resolveType(tx, body.type)).id
        : sql`type_id`,
    media_type: body.mediaType ?? current.mediaType,
    usage: JSON.stringify({ ...current.usage, ...body.usage }),
    aspect_ratio: body.aspectRatio === undefined ? current.aspectRatio : body.aspectRatio,
    ...(thumbnail !== undefined && { thumbnail_id: thumbnail && idOf(thumbnail) }),
    creative: body.creative ?? current.creative,
  })} where id = ${current._id}`.execute(tx)
  if (body.workflow)
    await changeWorkflow(tx, { current, workflow: body.workflow, reason: body.reason, by })
  const changed = await getAsset(tx, viewer, current._id)
  await announceChange(tx, current, changed, by._id)
  return changed
}

/** A new phase has its own event. A changed thumbnail or slug is not worth a notification. */
async function announceChange(tx: Tx, before: StoredAsset, after: StoredAsset, by: string) {
  const fields = (['name', 'type', 'mediaType', 'usage', 'aspectRatio'] as const).filter(
    (name) => !isSameValue(before[name], after[name]),
  )
  if (fields.length) await announce(tx, after, { type: 'ach', by, fields: fields.join(', ') })
}

async function announce(
  tx: Tx,
  { _id: asset, studio }: StoredAsset,
  { type, by, fields }: { type: 'ach' | 'arm'; by: string; fields?: string },
) {
  const notify = await audienceOfAsset(tx, asset)
  await emit(tx, { type, from: by, studio, asset, details: { fields }, notify })
}

type WorkflowInput = NonNullable<AssetChange['workflow']>
type WorkflowChange = { current: StoredAsset; reason: string | undefined; by: Caller }

async function changeWorkflow(
  tx: Tx,
  { workflow, ...change }: WorkflowChange & { workflow: WorkflowInput },
) {
  const { current, reason, by } = change
  const { replacement, own, definition } = await resolveDefinition(tx, current.workflow, workflow)
  const { phase: from } = current.workflow
  const to = workflow.phase ?? from
  const target = { definition, phase: to }
  refuseMove(planWorkflow(current.workflow, target, callerIn(by, current.studio), reason), from, to)

  await sql`update asset ${sql.set({
    phase: to,
    terminal: isTerminal(definition, to),
    ...(replacement && { workflow_id: replacement.id, definition: null }),
    ...(own && { definition: JSON.stringify(own) }),
    ...(to !== from && { phase_changed_at: sql`now()` }),
  })} where id = ${current._id}`.execute(tx)
  if (isTerminal(definition, to) && !isTerminal(current.workflow.definition, from))
    await liftEmbargoesWithPhase(tx, { asset: current._id, by: by._id })
  if (to !== from) await announcePhase(tx, change, to)
}

/** An asset has the definition of its workflow, or its own. */
async function resolveDefinition(
  tx: Tx,
  current: StoredAsset['workflow'],
  { id, definition }: WorkflowInput,
) {
  const replacement =
    id !== undefined && id !== current.id ? await resolveWorkflow(tx, id) : undefined
  const own = definition && !isSameValue(definition, current.definition) ? definition : undefined
  if (own) refuseFaults(own)
  return { replacement, own, definition: own ?? replacement?.definition ?? current.definition }
}

function refuseMove(plan: PhaseMove, from: string, to: string) {
  if (plan.ok) return
  if (plan.status === 422)
    throw invalid('phase.not-found', plan.detail, [
      { pointer: '/workflow/phase', message: 'is not in the workflow' },
    ])
  throw new Problem(plan.status, 'phase.move-not-allowed', plan.detail, { from, to, missing: [] })
}

async function announcePhase(tx: Tx, { current, reason, by }: WorkflowChange, to: string) {
  await emit(tx, {
    type: 'aph',
    from: by._id,
    studio: current.studio,
    asset: current._id,
    details: { from: current.workflow.phase, to, reason: reason ?? '' },
    notify: await audienceOfAsset(tx, current._id),
  })
}

export async function archiveAsset(tx: Tx, { id, by, checkPreconditions }: RecordChange) {
  const asset = await resolveAsset(tx, viewerOf(by), id)
  await lockAsset(tx, asset)
  const current = await getAsset(tx, viewerOf(by), asset)
  checkPreconditions(current)
  const { rowCount } = await sql`update asset set archived_at = now()
    where id = ${current._id} and archived_at is null`.execute(tx)
  if (rowCount) await announce(tx, current, { type: 'arm', by: by._id })
  return { _id: current._id, removed: true as const }
}

export async function giveFeedback(
  tx: Tx,
  { id, body, by, checkPreconditions }: RecordChange & { body: { vote?: string; share?: string } },
): Promise<StoredAsset> {
  const resolved = await resolveAsset(tx, viewerOf(by), id)
  await lockAsset(tx, resolved)
  const asset = await getAsset(tx, viewerOf(by), resolved)
  checkPreconditions(asset)
  const { vote, share } = { ...asset.feedback, ...body }
  await sql`insert into feedback (studio_id, asset_id, person_id, vote, share)
    values (${asset.studio}, ${asset._id}, ${by._id}, ${vote}, ${share})
    on conflict (studio_id, asset_id, person_id) do update
      set vote = excluded.vote, share = excluded.share`.execute(tx)
  return getAsset(tx, viewerOf(by), asset._id)
}

async function resolveType(tx: Tx, idOrSlug: string): Promise<{ id: string; mediaType: string }> {
  const { rows } = await sql<{
    id: string
    mediaType: string
  }>`select id, media_type as "mediaType" from asset_type where ${idOrSlug} in (id, slug)`.execute(
    tx,
  )
  if (!rows[0]) throw unknownReference('/type', 'asset type')
  return rows[0]
}

async function resolveWorkflow(
  tx: Tx,
  id: string,
): Promise<{ id: string; definition: Definition }> {
  const { rows } = await sql<{
    id: string
    definition: Definition
  }>`select id, definition from workflow where id = ${id} for share`.execute(tx)
  if (!rows[0]) throw unknownReference('/workflow/id', 'workflow')
  return rows[0]
}

function refuseFaults(definition: Definition) {
  const errors = definitionErrors(definition, '/workflow/definition')
  if (errors.length)
    throw invalid('workflow.invalid', `The workflow is invalid: ${errors[0]!.message}.`, errors)
}
