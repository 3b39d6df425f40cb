import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { View } from '../../kernel/http/contract/view.ts'
import type { ScriptPart } from '../../scripts/contract.ts'
import type { Finding } from '../../subtitles/contract.ts'
import { presentSummary, type StoredSummary } from '../../users/rules.ts'
import { presentLines, type StoredLine } from '../../lines/rules/line.ts'
import type { Translation, TranslationEmbedded, TranslationStatus } from '../contract.ts'

export type StoredTranslation = Omit<Translation, '$links' | 'translator' | 'approval'> & {
  translator: StoredSummary | null
  studio: string
  part: ScriptPart | null
  textTrack: string
  lineCount: number
  scriptRevision: number
  remarks: Finding[]
}
export type EmbeddedTranslation = Omit<
  TranslationEmbedded,
  '$links' | 'translator' | 'approval' | 'printLines' | 'lines'
> & { translator: StoredSummary | null; lines: StoredLine[] }

export function presentTranslation(
  {
    studio: _studio,
    part: _part,
    textTrack: _sheet,
    lineCount: _count,
    scriptRevision: _revision,
    remarks: _remarks,
    ...translation
  }: StoredTranslation,
  view: View,
): Translation {
  const at = `//${view.host}/api`
  return {
    ...translation,
    translator: translation.translator && presentSummary(translation.translator, view),
    approval: translation.status === 'approved',
    $links: {
      self: `${at}/translations/${translation._id}`,
      asset: `${at}/assets/${translation.asset}`,
      workRequest: `${at}/workrequests/${translation.workRequest}`,
    },
  }
}

export const embedTranslation = (
  translation: EmbeddedTranslation,
  view: Pick<View, 'host'>,
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
  tells?: 'tsu' | 'tap' | 'trj'
}

/** From each status, where a translation may go next, and with what right. */
const NEXT: Record<TranslationStatus, Partial<Record<TranslationStatus, Transition>>> = {
  incomplete: { submitted: { right: 'translation.write', tells: 'tsu' } },
  submitted: {
    approved: { right: 'translation.approve', tells: 'tap' },
    rejected: { right: 'translation.approve', reason: true, tells: 'trj' },
  },
  approved: { incomplete: { right: 'translation.approve', reason: true } },
  rejected: { incomplete: { right: 'translation.write' } },
}

export type TranslationMove =
  | { ok: true; tells: Transition['tells'] }
  | { ok: false; status: 403 | 409; why: string; missing: { code: string; message: string }[] }

export function planMove(
  translation: Pick<StoredTranslation, 'status' | 'lineCount'>,
  to: TranslationStatus,
  by: Pick<Caller, 'permissions'>,
  reason: string | undefined,
): TranslationMove {
  const step = NEXT[translation.status][to]
  if (!step)
    return {
      ok: false,
      status: 409,
      why: `A translation that is ${translation.status} cannot become ${to}.`,
      missing: [],
    }
  if (!by.permissions.has(step.right))
    return {
      ok: false,
      status: 403,
      why: `You need the right ${step.right} for this.`,
      missing: [],
    }
  const missing = [
    ...(step.reason && !reason?.trim() ? [{ code: 'reason', message: 'A reason is needed' }] : []),
    ...(to === 'submitted' && translation.lineCount === 0
      ? [{ code: 'lines', message: 'There is no line yet' }]
      : []),
  ]
  return missing.length
    ? {
        ok: false,
        status: 409,
        why: `${missing.map((thing) => thing.message).join('. ')}.`,
        missing,
      }
    : { ok: true, tells: step.tells }
}

/** Lines can be edited until they are handed in. */
export const isOpen = ({ status }: Pick<StoredTranslation, 'status'>) =>
  status === 'incomplete' || status === 'rejected'

/** Who gives a translation to somebody, or takes it back. */
export const mayAssign = (by: Pick<Caller, 'permissions'>): boolean =>
  by.permissions.has('translation.approve') || by.permissions.has('workrequest.work')
