import { callerIn, type StudioCaller } from '../kernel/http/contract/caller.ts'
import type { ReplyContext } from '../kernel/http/contract/reply-context.ts'
import { embedPreview, thumbnailPath, type StoredPreview } from '../previews/rules.ts'
import type { Definition, Phase } from '../workflows/contract.ts'
import { isTerminal, nextPhases } from '../workflows/rules.ts'
import { MAIN_USAGES, USAGES, type Asset, type UsageName } from './contract.ts'

export const PARTS = ['dialogue', 'graphics', 'narration'] as const
export const TREATMENTS = ['OV', 'Subtitled', 'Dubbed', 'Dedicated'] as const

type Sources = Asset['$permissions']['sources']
type Actor = Pick<StudioCaller, '_id' | 'groups' | 'roles' | 'permissions'>

export type StoredAsset = Omit<
  Asset,
  'usage' | 'previews' | '$links' | '$flags' | '$permissions' | '$embargo' | '$poster' | '$feedback'
> & {
  usage: Partial<Record<UsageName, boolean>>
  previews: StoredPreview[]
  category: string
  /** The preview that provides the still image. */
  poster: string | null
} & StoredAssetView

/** What an asset shows to one viewer. It is read anew for everybody. */
export type StoredAssetView = {
  archived: boolean
  embargo: boolean
  sources: Sources
  feedback: Asset['$feedback']
}

export function presentAsset(record: StoredAsset, view: ReplyContext): Asset {
  const { category, archived, embargo, poster, sources, feedback, ...asset } = record
  const apiUrl = `//${view.host}/api`
  const person = callerIn(view.person, asset.studio)
  return {
    ...asset,
    usage: statedUsage(asset.usage),
    previews: asset.previews.map((preview) => embedPreview(preview, view)),
    $links: {
      self: `${apiUrl}/assets/${asset._id}`,
      ...(asset.thumbnail && { thumbnail: `${apiUrl}/files/${asset.thumbnail}` }),
      project: `${apiUrl}/projects/${asset.project}`,
      studio: `${apiUrl}/studios/${asset.studio}`,
      type: `${apiUrl}/assettypes/${asset.type}`,
    },
    ...presentAssetView({ ...asset, category }, { archived, embargo, sources, feedback }, person),
    $poster: poster && view.sign(thumbnailPath(poster)),
  }
}

/** The computed fields of an asset, which is shown alone or inside a work request. */
export function presentAssetView(
  { usage, workflow, category }: Pick<StoredAsset, 'usage' | 'workflow' | 'category'>,
  { archived, embargo, sources, feedback }: StoredAssetView,
  person: Actor,
): Pick<Asset, '$flags' | '$permissions' | '$embargo' | '$feedback'> {
  return {
    $flags: [
      ...(archived ? ['archived'] : []),
      ...(isTerminal(workflow.definition, workflow.phase) ? ['terminal'] : []),
    ],
    $permissions: {
      canAutosub:
        category === 'av' &&
        sources.autosubs.languages.length > 0 &&
        person.permissions.has('workrequest.create'),
      sources,
      access: orderable(workflow.definition.phases[workflow.phase], person),
      tags: tagsOf(usage, category),
      ingest: person.permissions.has('file.write') ? (INGEST[category] ?? []) : [],
    },
    $embargo: embargo,
    $feedback: feedback,
  }
}

const INGEST: Record<string, string[]> = {
  av: ['original', 'preview', 'audio', 'subtitle', 'graphics'],
  audio: ['original', 'audio'],
  graphics: ['original', 'preview', 'graphics'],
  print: ['original', 'preview', 'graphics'],
}

const tagsOf = (usage: StoredAsset['usage'], category: string) => ({
  online: Boolean(usage.online),
  broadcast: Boolean(usage.broadcast),
  dcp: Boolean(usage.dcp || usage.dcp4k || usage.dcp3d),
  cmyk: category === 'print',
  rgb: category === 'graphics' || category === 'print',
})

const statedUsage = (usage: StoredAsset['usage']): Asset['usage'] => ({
  ...Object.fromEntries(USAGES.filter((name) => usage[name]).map((name) => [name, true])),
  ...fullUsage(usage, MAIN_USAGES),
})

export const fullUsage = <N extends UsageName>(
  usage: StoredAsset['usage'],
  names: readonly N[],
): Record<N, boolean> =>
  Object.fromEntries(names.map((name) => [name, Boolean(usage[name])])) as Record<N, boolean>

const EVERYTHING = [
  ...PARTS.flatMap((part) => TREATMENTS.map((treatment) => `${part}_${treatment}`)),
  ...USAGES.map((usage) => `usage_${usage}`),
]

/** What a person may order in a phase: `dialogue_Subtitled`, `usage_broadcast`. */
export const orderable = (phase: Phase | undefined, person: Actor): string[] =>
  EVERYTHING.filter((value) => mayOrder(phase, person, value))

/** A phase without lists is open to everyone who may order. */
export function mayOrder(phase: Phase | undefined, person: Actor, value: string): boolean {
  if (!phase || !person.permissions.has('workrequest.create')) return false
  const open = phase.groups.length === 0 && phase.users.length === 0
  if (open || phase.users.includes(person._id) || person.roles.includes('admin')) return true
  return phase.groups.some((group) => person.groups.includes(group.id) && covers(group, value))
}

/**
 * A group may list a treatment for every part (`Subtitled`) or one part (`dialogue_Subtitled`). An
 * empty list means everything.
 */
function covers(group: Phase['groups'][number], value: string): boolean {
  const [part, name] = value.split(/_(.*)/s) as [string, string]
  const list = part === 'usage' ? group.usages : group.dng
  return list.length === 0 || list.includes(name) || list.includes(value)
}

export type PhaseMove = { ok: true } | { ok: false; status: 403 | 409 | 422; detail: string }

type WorkflowState = { definition: Definition; phase: string }

/** Changes the definition, the phase or both. Redefining a terminal phase does not leave it. */
export function planWorkflow(
  from: WorkflowState,
  to: WorkflowState,
  by: Pick<StudioCaller, 'roles'>,
  reason: string | undefined,
): PhaseMove {
  if (!to.definition.phases[to.phase])
    return { ok: false, status: 422, detail: `The workflow has no phase ${to.phase}.` }
  const stays = to.phase === from.phase
  const leavesEnd =
    isTerminal(from.definition, from.phase) && !(stays && isTerminal(to.definition, to.phase))
  if (leavesEnd)
    return guarded(by, ['admin'], reason, `Only an admin can move an asset out of ${from.phase}`)
  return stays ? { ok: true } : planPhase(to.definition, from.phase, to.phase, by, reason)
}

/**
 * Forward moves follow the definition. Moving back one step or leaving a terminal phase needs a
 * reason and the right role.
 */
export function planPhase(
  definition: Definition,
  from: string,
  to: string,
  by: Pick<StudioCaller, 'roles'>,
  reason: string | undefined,
): PhaseMove {
  if (!definition.phases[to])
    return { ok: false, status: 422, detail: `The workflow has no phase ${to}.` }
  if (isTerminal(definition, from))
    return guarded(by, ['admin'], reason, `Only an admin can move an asset out of ${from}`)
  if (nextPhases(definition, from).includes(to)) return { ok: true }
  if (nextPhases(definition, to).includes(from))
    return guarded(
      by,
      ['admin', 'studio'],
      reason,
      `Only the studio can move an asset back from ${from} to ${to}`,
    )
  return { ok: false, status: 409, detail: `An asset in ${from} cannot move to ${to}.` }
}

function guarded(
  by: Pick<StudioCaller, 'roles'>,
  roles: string[],
  reason: string | undefined,
  detail: string,
): PhaseMove {
  if (!by.roles.some((role) => roles.includes(role)))
    return { ok: false, status: 403, detail: `${detail}.` }
  return reason?.trim()
    ? { ok: true }
    : { ok: false, status: 409, detail: `${detail}, with a reason.` }
}
