// Step 1: every change of the editor's state is one of these commands, whether it comes from a
// keystroke, the journal, the sender or the server.
import type { lines } from '@reelay/api/contract'
import type { EditorLineDraft, LineFields, EditorLine } from './draft.ts'
import type { EditHistory, LineDelta } from './history.ts'

export type FieldChange = { id: string; fields: LineFields }

export type EditorCommand =
  /** `groupKey` names what is typed, so that successive letters are undone together. */
  | { type: 'change-lines'; changes: readonly FieldChange[]; groupKey: string; at: number }
  | { type: 'resolve-conflict'; id: string; keep: 'mine' | 'theirs' }
  | { type: 'discard-draft'; id: string }
  | ApplyStep
  | { type: 'restore-drafts'; drafts: readonly EditorLineDraft[] }
  | { type: 'start-sending'; ids: readonly string[] }
  | { type: 'finish-sending'; ids: readonly string[]; outcome: SendOutcome }
  | { type: 'set-connection'; connection: 'idle' | 'offline' }
  | { type: 'set-locked'; locked: boolean }
  | MergeReply

/** Undo or redo, after the server has restored the removed lines under new ids. */
export type ApplyStep = {
  type: 'apply-step'
  history: EditHistory
  changes: readonly FieldChange[]
  newIds: ReadonlyMap<string, string>
}

export type MergeReply = {
  type: 'merge-reply'
  reply: lines.EditResult
  /** The reply holds everything since our revision, not only the result of our own request. */
  isComplete: boolean
  /** We removed the lines ourselves: their drafts go too. */
  discardRemoved?: boolean
  /** Makes the reply a step that can be undone. */
  step?: { changes: readonly LineDelta[]; at: number }
}

export type SendOutcome =
  | { kind: 'saved'; reply: lines.EditResult }
  | { kind: 'offline' }
  | { kind: 'locked' }
  | { kind: 'conflict'; lines: readonly EditorLine[]; removed: readonly string[] }
  | { kind: 'rejected'; ids: readonly string[]; reason: string }
