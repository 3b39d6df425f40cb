// The keys of a list: j and k or the arrows move, x selects, Shift extends, Enter opens.
type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>
export type RowAction =
  | { type: 'move'; to: number; extend: boolean }
  | { type: 'open' }
  | { type: 'select'; extend: boolean }
  | { type: 'clear' }

const PAGE = 20

/** Undefined if the key means nothing here. Keys with Ctrl, ⌘, Alt or AltGr belong to others. */
export function rowAction(press: Press, index: number, total: number): RowAction | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined
  const steps: Record<string, number> = {
    j: 1,
    ArrowDown: 1,
    k: -1,
    ArrowUp: -1,
    PageDown: PAGE,
    PageUp: -PAGE,
    Home: -index,
    End: total - 1 - index,
  }
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  const step = steps[key]
  if (step !== undefined)
    return {
      type: 'move',
      to: Math.min(total - 1, Math.max(0, index + step)),
      extend: press.shiftKey && Math.abs(step) === 1,
    }
  if (key === 'Enter') return { type: 'open' }
  if (key === 'x' || key === ' ') return { type: 'select', extend: press.shiftKey }
  return key === 'Escape' ? { type: 'clear' } : undefined
}
