import { useState } from 'react'

export type ConcurrentChange = {
  /** Someone else changed the record while the form was edited. */
  exists: boolean
  discardDraft: () => void
}
type DraftState<T> = { from: T; edits: Partial<T>; isSaved: boolean }

/**
 * The unsaved state of a form. Changes that others save appear in the untouched fields; edited
 * fields keep their values, and `concurrentChange` reports it. Call `saved` after a save: the next
 * version of the record is then one's own.
 */
export function useDraft<T extends object>(
  record: T,
): [
  draft: T,
  write: (change: Partial<T>) => void,
  concurrentChange: ConcurrentChange,
  saved: () => void,
] {
  const [state, setState] = useState<DraftState<T>>({ from: record, edits: {}, isSaved: false })
  const { draft, own, isChanged } = mergeDraft(state.from, state.edits, record)
  const isSettled = isChanged && (state.isSaved || Object.keys(own).length === 0)
  if (isSettled) setState({ from: record, edits: {}, isSaved: false })
  return [
    isSettled ? record : draft,
    (change) =>
      setState((before) => ({
        ...before,
        edits: { ...before.edits, ...change },
        isSaved: false,
      })),
    {
      exists: isChanged && !isSettled,
      discardDraft: () => setState({ from: record, edits: {}, isSaved: false }),
    },
    () => setState((before) => ({ ...before, isSaved: true })),
  ]
}

/**
 * Merges the edits into the current record. `own` has the edits that differ from it; `isChanged`:
 * the record changed since the form was opened.
 */
export function mergeDraft<T extends object>(
  from: T,
  edits: Partial<T>,
  record: T,
): { draft: T; own: Partial<T>; isChanged: boolean } {
  return {
    draft: { ...record, ...edits },
    own: changedFields(record, edits),
    isChanged: JSON.stringify(from) !== JSON.stringify(record),
  }
}

/** Sending only these fields keeps what others changed in the meantime. */
export function changedFields<T extends object>(before: Partial<T>, after: T): Partial<T> {
  const differing = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
  )
  return Object.fromEntries(differing) as Partial<T>
}

/**
 * The previous values of the changed fields. Fields without a previous value cannot be restored.
 */
export const previousValues = <T extends object>(
  before: Partial<T>,
  changed: Partial<T>,
): Partial<T> =>
  Object.fromEntries(
    Object.keys(changed)
      .filter((name) => before[name as keyof T] !== undefined)
      .map((name) => [name, before[name as keyof T]]),
  ) as Partial<T>
