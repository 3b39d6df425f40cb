// The undo and redo history of this session, over all lines. A step holds the changed lines before
// and after, which is also its inverse.
import type { EditorLine } from './draft.ts'

/** Steps with the same `groupKey` in quick succession become one; an empty key never does. */
export type HistoryStep = { changes: readonly LineDelta[]; groupKey: string; at: number }
/** A removed line has no `after`, an added one no `before`. */
export type LineDelta = { before: EditorLine | undefined; after: EditorLine | undefined }
export type EditHistory = { done: readonly HistoryStep[]; undone: readonly HistoryStep[] }

export const EMPTY_HISTORY: EditHistory = { done: [], undone: [] }
const MAX_STEPS = 500
const GROUP_MS = 1_200

export function recordStep({ done }: EditHistory, step: HistoryStep): EditHistory {
  const last = done.at(-1)
  const isGrouped =
    last && step.groupKey && last.groupKey === step.groupKey && step.at - last.at < GROUP_MS
  if (!isGrouped) return { done: [...done, step].slice(-MAX_STEPS), undone: [] }
  const changes = step.changes.map(({ after }, index) => ({
    before: last.changes[index]?.before,
    after,
  }))
  return { done: [...done.slice(0, -1), { ...step, changes }], undone: [] }
}

export function undoStep({
  done,
  undone,
}: EditHistory): { history: EditHistory; step: HistoryStep } | undefined {
  const step = done.at(-1)
  return (
    step && {
      history: { done: done.slice(0, -1), undone: [...undone, ungroup(step)] },
      step: invertStep(step),
    }
  )
}

export function redoStep({
  done,
  undone,
}: EditHistory): { history: EditHistory; step: HistoryStep } | undefined {
  const step = undone.at(-1)
  return step && { history: { done: [...done, ungroup(step)], undone: undone.slice(0, -1) }, step }
}

/** A restored line has a new id on the server: updates every step that refers to the old one. */
export function replaceLineIds(
  { done, undone }: EditHistory,
  newIds: ReadonlyMap<string, string>,
): EditHistory {
  if (newIds.size === 0) return { done, undone }
  const rename = (line: EditorLine | undefined) =>
    line && { ...line, _id: newIds.get(line._id) ?? line._id }
  const renameAll = (steps: readonly HistoryStep[]) =>
    steps.map((step) => ({
      ...step,
      changes: step.changes.map(({ before, after }) => ({
        before: rename(before),
        after: rename(after),
      })),
    }))
  return { done: renameAll(done), undone: renameAll(undone) }
}

export const invertStep = (step: HistoryStep): HistoryStep => ({
  ...step,
  changes: step.changes.map(({ before, after }) => ({ before: after, after: before })),
})
/** Typing after an undo starts a new step. */
const ungroup = (step: HistoryStep): HistoryStep => ({ ...step, groupKey: '' })
