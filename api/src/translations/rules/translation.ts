import type { StudioCaller } from '../../kernel/http/contract/caller.ts'
import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import type { ScriptPart } from '../../scripts/contract.ts'
import type { Finding } from '../../subtitles/contract.ts'
import { presentSummary, type StoredSummary } from '../../users/rules/user.ts'
import { presentLines, type StoredLine } from '../../lines/rules/line.ts'
import type { Translation, TranslationEmbedded, TranslationStatus } from '../contract.ts'

export type StoredTranslation = Omit<Translation, '$links' | 'translator' | 'approval'> & {
  translator: StoredSummary | null
  studio: string
  part: ScriptPart | null
  textTrack: string
  hasLines: boolean
  scriptRevision: number
  remarks: Finding[]
}
export type EmbeddedTranslation = Omit<
  TranslationEmbedded,
  '$links' | 'translator' | 'approval' | 'printLines' | 'lines'
> & {
  translator: StoredSummary | null
  lines: StoredLine[]
  /** Which lines the reply has to add. The revision makes them part of the ETag. */
  manyLines?: { textTrack: string; revision: number } | null
}

export function presentTranslation(
  {
    studio: _studio,
    part: _part,
    textTrack: _textTrack,
    hasLines: _hasLines,
    scriptRevision: _revision,
    remarks: _remarks,
    ...translation
  }: StoredTranslation,
  view: ReplyContext,
): Translation {
  const apiUrl = `//${view.host}/api`
  return {
    ...translation,
    translator: translation.translator && presentSummary(translation.translator, view),
    approval: translation.status === 'approved',
    $links: {
      self: `${apiUrl}/translations/${translation._id}`,
      asset: `${apiUrl}/assets/${translation.asset}`,
      workRequest: `${apiUrl}/workrequests/${translation.workRequest}`,
    },
  }
}

export const embedTranslation = (
  { manyLines: _manyLines, ...translation }: EmbeddedTranslation,
  view: Pick<ReplyContext, 'host'>,
): TranslationEmbedded => ({
  ...translation,
  translator: translation.translator && presentSummary(translation.translator, view),
  approval: translation.status === 'approved',
  lines: presentLines(translation.lines),
  printLines: [],
  $links: { self: `//${view.host}/api/translations/${translation._id}` },
})

type Transition = {
  right: 'translation.write' | 'translation.approve'
  reason?: true
  event: 'tsu' | 'tap' | 'trj' | 'tro'
}

/** The allowed transitions from each status, and the right each needs. */
const NEXT: Record<TranslationStatus, Partial<Record<TranslationStatus, Transition>>> = {
  incomplete: { submitted: { right: 'translation.write', event: 'tsu' } },
  submitted: {
    approved: { right: 'translation.approve', event: 'tap' },
    rejected: { right: 'translation.approve', reason: true, event: 'trj' },
  },
  approved: { incomplete: { right: 'translation.approve', reason: true, event: 'tro' } },
  rejected: { incomplete: { right: 'translation.write', event: 'tro' } },
}

export type TranslationMove =
  | { ok: true; event: Transition['event'] }
  | { ok: false; status: 403 | 409; detail: string; missing: { code: string; message: string }[] }

export function planMove(
  translation: Pick<StoredTranslation, 'status' | 'hasLines'>,
  to: TranslationStatus,
  by: Pick<StudioCaller, 'permissions'>,
  reason: string | undefined,
): TranslationMove {
  const transition = NEXT[translation.status][to]
  if (!transition)
    return {
      ok: false,
      status: 409,
      detail: `A translation that is ${translation.status} cannot become ${to}.`,
      missing: [],
    }
  if (!by.permissions.has(transition.right))
    return {
      ok: false,
      status: 403,
      detail: `You need the right ${transition.right} for this.`,
      missing: [],
    }
  const missing = [
    ...(transition.reason && !reason?.trim() ? [{ code: 'reason', message: 'Give a reason' }] : []),
    ...(to === 'submitted' && !translation.hasLines
      ? [{ code: 'lines', message: 'Add at least one line' }]
      : []),
  ]
  return missing.length
    ? {
        ok: false,
        status: 409,
        detail: `${missing.map(({ message }) => message).join('. ')}.`,
        missing,
      }
    : { ok: true, event: transition.event }
}

/** Lines can be edited until the translation is submitted. */
export const isOpen = ({ status }: Pick<StoredTranslation, 'status'>) =>
  status === 'incomplete' || status === 'rejected'

/** Whether the caller can assign translators. */
export const mayAssign = (by: Pick<StudioCaller, 'permissions'>): boolean =>
  by.permissions.has('translation.approve') || by.permissions.has('workrequest.work')
