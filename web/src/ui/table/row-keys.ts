// The keys of a list. Shift extends the selection.
import { findAction, type KeyTable } from '../shortcuts/assigned-keys.ts'
import type { KeyPress } from '../shortcuts/key-combination.ts'

export const LIST_SHORTCUTS = {
  next: ['J', 'ArrowDown'],
  previous: ['K', 'ArrowUp'],
  nextPage: ['PageDown'],
  previousPage: ['PageUp'],
  first: ['Home'],
  last: ['End'],
  open: ['Enter'],
  select: ['X', 'Space'],
  clear: ['Escape'],
  assign: ['A'],
} as const satisfies KeyTable

export type RowAction =
  | { type: 'move'; to: number; extend: boolean }
  | { type: 'open' }
  | { type: 'select'; extend: boolean }
  | { type: 'clear' }

const PAGE = 20

/** Undefined if the key means nothing here, or is an action of the list that uses the table. */
export function rowAction(press: KeyPress, index: number, total: number): RowAction | undefined {
  const action = listAction(press)
  const steps: Partial<Record<NonNullable<typeof action>, number>> = {
    next: 1,
    previous: -1,
    nextPage: PAGE,
    previousPage: -PAGE,
    first: -index,
    last: total - 1 - index,
  }
  const step = action && steps[action]
  if (step !== undefined)
    return {
      type: 'move',
      to: Math.min(total - 1, Math.max(0, index + step)),
      extend: press.shiftKey && Math.abs(step) === 1,
    }
  if (action === 'open') return { type: 'open' }
  if (action === 'select') return { type: 'select', extend: press.shiftKey }
  return action === 'clear' ? { type: 'clear' } : undefined
}

/** With Shift the same key extends the selection. */
export const listAction = (press: KeyPress) =>
  findAction('list', LIST_SHORTCUTS, press) ??
  (press.shiftKey ? findAction('list', LIST_SHORTCUTS, withoutShift(press)) : undefined)

const withoutShift = (press: KeyPress): KeyPress => ({
  key: press.key,
  code: press.code,
  altKey: press.altKey,
  ctrlKey: press.ctrlKey,
  metaKey: press.metaKey,
  shiftKey: false,
  getModifierState: (modifier) => press.getModifierState(modifier),
})
