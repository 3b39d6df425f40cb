// The state of one open translation. An edit flows in one direction:
//   1. command.ts   a keystroke or button becomes a command
//   2. reducer.ts   the command gives a new state, with the inverse for undo (pure)
//   3. journal.ts   changed drafts are stored in the browser before anything else happens
//   4. sender.ts    drafts go to the server while somebody types
//      server-edits.ts   splitting, merging, adding and removing lines needs the server first, with
//                        line-requests.ts
//   5. the server's reply, and what the stream sends, come back as commands, through the same reducer
import type { lines } from '@reelay/api/contract'
import type { EditorCommand, FieldChange } from './command.ts'
import type { EditedTrack } from './edited-track.ts'
import type { EditorServer } from './editor-server.ts'
import { redoStep, undoStep, type HistoryStep } from './history.ts'
import { saveDrafts, type DraftJournal } from './journal.ts'
import { initialState, reduce } from './reducer.ts'
import { createSender } from './sender.ts'
import { createServerEdits } from './server-edits.ts'

export type EditorStore = ReturnType<typeof createStore>
type Options = {
  track: EditedTrack
  journal: DraftJournal
  server: EditorServer
  now?: () => number
}

export function createStore({ track, journal, server, now = Date.now }: Options) {
  const { getState, dispatch, subscribe } = createDispatcher(track, journal)
  /** The newest revision that the server has named. */
  let newest = track.revision
  /** The reply to a request of our own comes first, because its step goes into the history. */
  const isBusy = () => sender.isSending() || edits.isEditing()
  const catchUp = () => {
    if (newest > getState().track.revision && !isBusy()) void edits.fetchChanges()
  }
  const sender = createSender({ getState, dispatch, server, onIdle: catchUp })
  const edits = createServerEdits({ getState, dispatch, sender, server, now, onIdle: catchUp })

  return {
    getState,
    subscribe,

    changeLines(changes: readonly FieldChange[], groupKey = '') {
      dispatch({ type: 'change-lines', changes, groupKey, at: now() })
      if (getState().connection !== 'offline') sender.sendSoon()
    },
    editLines: edits.editLines,
    addLine: edits.addLine,
    removeLine: edits.removeLine,
    undo: () => edits.applyStep(undoStep(getState().history)),
    redo: () => edits.applyStep(redoStep(getState().history)),
    lastStep: () => getState().history.done.at(-1),
    revertStep: (step: HistoryStep) => edits.revertStep(step),

    resolveConflict(id: string, keep: 'mine' | 'theirs') {
      dispatch({ type: 'resolve-conflict', id, keep })
      sender.sendAfter(0)
    },
    discardDraft(id: string) {
      dispatch({ type: 'discard-draft', id })
    },
    /** Merges the result of an import, a script merge or a server-side fix. */
    mergeReply(reply: lines.EditResult) {
      dispatch({ type: 'merge-reply', reply, isComplete: false })
    },

    flush: sender.flush,
    fetchChanges: edits.fetchChanges,
    fetchIfBehind(revision: number) {
      newest = Math.max(newest, revision)
      catchUp()
    },
    /** Lines that the stream sends. */
    receive(since: number, changes: lines.EditResult) {
      if (!isBusy() && since <= getState().track.revision)
        dispatch({ type: 'merge-reply', reply: changes, isComplete: true })
      newest = Math.max(newest, changes.revision)
      catchUp()
    },
    reportOnline: sender.reportOnline,
    reportError: sender.reportError,

    setEditable(isEditable: boolean) {
      if (getState().locked === !isEditable) return
      dispatch({ type: 'set-locked', locked: !isEditable })
      if (isEditable) sender.sendAfter(0)
    },
    /** Restores and sends what an earlier session could not send. */
    async restoreDrafts() {
      const drafts = await journal.read()
      if (!drafts.length) return
      dispatch({ type: 'restore-drafts', drafts })
      sender.sendAfter(0)
    },
    /** The page is about to close. */
    suspend() {
      journal.flush()
      void sender.flush()
    },
  }
}

/** Every change passes through here: reduce, store the drafts, notify React. */
function createDispatcher(track: EditedTrack, journal: DraftJournal) {
  let state = initialState(track)
  const listeners = new Set<() => void>()
  return {
    getState: () => state,
    dispatch(command: EditorCommand) {
      const next = reduce(state, command)
      saveDrafts(journal, state.track.drafts, next.track.drafts)
      state = next
      listeners.forEach((listener) => listener())
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
