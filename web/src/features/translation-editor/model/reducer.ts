// Step 2: state and command in, new state out. Pure. Also records the history, so that every
// change has its inverse.
import type { ApplyStep, EditorCommand, FieldChange, MergeReply, SendOutcome } from './command.ts'
import type { EditorLine } from './draft.ts'
import {
  changeFields,
  discardDraft,
  finishSending,
  mergeServerLines,
  rejectDraft,
  resolveConflict,
  restoreDrafts,
  startSending,
  visibleLines,
  type EditedTrack,
} from './edited-track.ts'
import {
  EMPTY_HISTORY,
  recordStep,
  replaceLineIds,
  type EditHistory,
  type LineDelta,
} from './history.ts'

export type EditorState = {
  track: EditedTrack
  /** The lines with the drafts applied, as the person reads them. */
  lines: readonly EditorLine[]
  history: EditHistory
  connection: 'idle' | 'sending' | 'offline'
  locked: boolean
}
/** What the steps after the reducer are given. */
export type StoreAccess = {
  getState: () => EditorState
  dispatch: (command: EditorCommand) => void
}

export const initialState = (track: EditedTrack): EditorState => ({
  track,
  lines: visibleLines(track),
  history: EMPTY_HISTORY,
  connection: 'idle',
  locked: false,
})

export function reduce(state: EditorState, command: EditorCommand): EditorState {
  switch (command.type) {
    case 'change-lines':
      return changeLines(state, command)
    case 'resolve-conflict':
      return withTrack(state, resolveConflict(state.track, command.id, command.keep))
    case 'discard-draft':
      return withTrack(state, discardDraft(state.track, command.id))
    case 'apply-step':
      return applyStep(state, command)
    case 'restore-drafts':
      return withTrack(state, restoreDrafts(state.track, command.drafts))
    case 'start-sending':
      return {
        ...withTrack(state, startSending(state.track, command.ids)),
        connection: state.connection === 'offline' ? 'offline' : 'sending',
      }
    case 'finish-sending':
      return finish(state, command.ids, command.outcome)
    case 'set-connection':
      return { ...state, connection: command.connection }
    case 'set-locked':
      return { ...state, locked: command.locked }
    case 'merge-reply':
      return mergeReply(state, command)
  }
}

function withTrack(state: EditorState, track: EditedTrack): EditorState {
  const isSame = track.lines === state.track.lines && track.drafts === state.track.drafts
  return { ...state, track, lines: isSame ? state.lines : visibleLines(track) }
}

const withFields = (track: EditedTrack, changes: readonly FieldChange[]) =>
  changes.reduce((changed, { id, fields }) => changeFields(changed, id, fields), track)

function changeLines(
  state: EditorState,
  { changes, groupKey, at }: Extract<EditorCommand, { type: 'change-lines' }>,
): EditorState {
  const next = withTrack(state, withFields(state.track, changes))
  const ids = changes.map(({ id }) => id)
  const [before, after] = [findLines(state.lines, ids), findLines(next.lines, ids)]
  const deltas = before.flatMap((line, index): LineDelta[] =>
    line && after[index] !== line ? [{ before: line, after: after[index] }] : [],
  )
  if (!deltas.length) return next
  return { ...next, history: recordStep(state.history, { changes: deltas, groupKey, at }) }
}

function findLines(
  lines: readonly EditorLine[],
  ids: readonly string[],
): (EditorLine | undefined)[] {
  if (ids.length === 1) return [lines.find(({ _id }) => _id === ids[0])]
  const byId = new Map(lines.map((line) => [line._id, line]))
  return ids.map((id) => byId.get(id))
}

function applyStep(state: EditorState, { history, changes, newIds }: ApplyStep): EditorState {
  return {
    ...withTrack(state, withFields(state.track, changes)),
    history: replaceLineIds(history, newIds),
  }
}

function mergeReply(
  state: EditorState,
  { reply, isComplete, discardRemoved, step }: MergeReply,
): EditorState {
  const merged = mergeServerLines(state.track, reply, { isComplete })
  const track = discardRemoved ? reply.removed.reduce(discardDraft, merged) : merged
  const next = withTrack(state, track)
  if (!step?.changes.length) return next
  return { ...next, history: recordStep(state.history, { ...step, groupKey: '' }) }
}

function finish(state: EditorState, ids: readonly string[], outcome: SendOutcome): EditorState {
  const track = finishSending(withOutcome(state.track, outcome), ids, {
    isAnswered: outcome.kind !== 'offline',
  })
  const next = withTrack(state, track)
  if (outcome.kind === 'offline') return { ...next, connection: 'offline' }
  if (outcome.kind === 'locked') return { ...next, connection: 'idle', locked: true }
  return next
}

function withOutcome(track: EditedTrack, outcome: SendOutcome): EditedTrack {
  switch (outcome.kind) {
    case 'saved':
      return mergeServerLines(track, outcome.reply, { isComplete: false })
    case 'conflict': {
      const { lines, removed } = outcome
      const reply = { revision: track.revision, lines: [...lines], removed: [...removed] }
      return mergeServerLines(track, reply, { isComplete: false })
    }
    case 'rejected':
      return outcome.ids.reduce((next, id) => rejectDraft(next, id, outcome.reason), track)
    case 'offline':
    case 'locked':
      return track
  }
}
