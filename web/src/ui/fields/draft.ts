import { useState } from 'react'

/** What is being written in a form, until it is saved. */
export function useDraft<T extends object>(initial: T): [draft: T, write: (change: Partial<T>) => void] {
  const [draft, setDraft] = useState(initial)
  return [draft, (change) => setDraft((before) => ({ ...before, ...change }))]
}

/** Only what differs: what somebody else changed in the meantime is not written over. */
export function changedIn<T extends object>(before: Partial<T>, after: T): Partial<T> {
  const differing = Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]))
  return Object.fromEntries(differing) as Partial<T>
}

/** The same fields as they were before. What had no value then cannot be taken back, and is left out. */
export const takenBack = <T extends object>(before: Partial<T>, changed: Partial<T>): Partial<T> =>
  Object.fromEntries(Object.keys(changed).filter((name) => before[name as keyof T] !== undefined).map((name) => [name, before[name as keyof T]])) as Partial<T>
