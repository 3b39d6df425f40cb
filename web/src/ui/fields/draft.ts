import { useState } from 'react'

export type ConcurrentChange = {
  /** The record was changed elsewhere while this was being written. */
  exists: boolean
  /** Gives up what was written for what is saved. */
  discardDraft: () => void
}
type DraftState<T> = { from: T; written: Partial<T>; isSaved: boolean }

/**
 * What is being written in a form over a record, until it is saved. What somebody else saves
 * meanwhile shows in the fields that were not touched; what was
 * typed stays, and `meanwhile` says so. `saved`: the next record that comes is one's own, as the
 * service keeps it.
 */
export function useDraft<T extends object>(
  record: T,
): [draft: T, write: (change: Partial<T>) => void, meanwhile: ConcurrentChange, saved: () => void] {
  const [begun, setBegun] = useState<DraftState<T>>({ from: record, written: {}, isSaved: false })
  const { draft, own, isChanged } = mergeDraft(begun.from, begun.written, record)
  const isOver = isChanged && (begun.isSaved || Object.keys(own).length === 0)
  if (isOver) setBegun({ from: record, written: {}, isSaved: false })
  return [
    isOver ? record : draft,
    (change) =>
      setBegun((before) => ({
        ...before,
        written: { ...before.written, ...change },
        isSaved: false,
      })),
    {
      exists: isChanged && !isOver,
      discardDraft: () => setBegun({ from: record, written: {}, isSaved: false }),
    },
    () => setBegun((before) => ({ ...before, isSaved: true })),
  ]
}

/**
 * What was written over a record as it now is: `own` is what of it differs, `isChanged` whether the
 * record is another than when one began.
 */
export function mergeDraft<T extends object>(
  from: T,
  written: Partial<T>,
  record: T,
): { draft: T; own: Partial<T>; isChanged: boolean } {
  return {
    draft: { ...record, ...written },
    own: changedFields(record, written),
    isChanged: JSON.stringify(from) !== JSON.stringify(record),
  }
}

/** Only what differs: what somebody else changed in the meantime is not written over. */
export function changedFields<T extends object>(before: Partial<T>, after: T): Partial<T> {
  const differing = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
  )
  return Object.fromEntries(differing) as Partial<T>
}

/**
 * The same fields as they were before. What had no value then cannot be taken back, and is left
 * out.
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
