// What was done in this session, over all lines, with the way back and forth. A step is what some
// lines were before and after it.
import type { Line } from './draft.ts'

/** `before` without `after`: it was removed. `after` without `before`: it was added. */
export type Step = { changes: readonly Change[]; key: string; at: number }
export type Change = { before: Line | undefined; after: Line | undefined }
export type History = { done: readonly Step[]; undone: readonly Step[] }

export const NOTHING: History = { done: [], undone: [] }
const MOST = 500
/** Letters that follow each other this closely are one step. */
const TOGETHER_MS = 1_200

/**
 * `key` says what kind of step it is: steps of one line and kind that follow each other closely are
 * one. An empty key joins nothing.
 */
export function record({ done }: History, step: Step): History {
  const last = done.at(-1)
  const joins = last && step.key && last.key === step.key && step.at - last.at < TOGETHER_MS
  const joined = joins
    ? {
        ...step,
        changes: step.changes.map((change, index) => ({
          before: last.changes[index]?.before,
          after: change.after,
        })),
      }
    : step
  return { done: [...(joins ? done.slice(0, -1) : done), joined].slice(-MOST), undone: [] }
}

export function back({ done, undone }: History): { history: History; step: Step } | undefined {
  const step = done.at(-1)
  return (
    step && {
      history: { done: done.slice(0, -1), undone: [...undone, sealed(step)] },
      step: turned(step),
    }
  )
}

export function forth({ done, undone }: History): { history: History; step: Step } | undefined {
  const step = undone.at(-1)
  return step && { history: { done: [...done, sealed(step)], undone: undone.slice(0, -1) }, step }
}

/**
 * A line that comes back is another to the service: every step that speaks of it must speak of the
 * new one.
 */
export function renamed({ done, undone }: History, names: ReadonlyMap<string, string>): History {
  if (names.size === 0) return { done, undone }
  const line = (one: Line | undefined) =>
    one && (names.has(one._id) ? { ...one, _id: names.get(one._id)! } : one)
  const steps = (all: readonly Step[]) =>
    all.map((step) => ({
      ...step,
      changes: step.changes.map(({ before, after }) => ({
        before: line(before),
        after: line(after),
      })),
    }))
  return { done: steps(done), undone: steps(undone) }
}

export const turned = (step: Step): Step => ({
  ...step,
  changes: step.changes.map(({ before, after }) => ({ before: after, after: before })),
})
/** What was gone back over is not typed on. */
const sealed = (step: Step): Step => ({ ...step, key: '' })
