import { findAction, type KeyTable } from './assigned-keys.ts'
import type { KeyPress } from './key-combination.ts'

export const GLOBAL_SHORTCUTS = {
  search: ['Ctrl+K'],
  help: ['?', 'Ctrl+/'],
} as const satisfies KeyTable

export const findGlobalAction = (event: KeyPress) => findAction('global', GLOBAL_SHORTCUTS, event)

const OPEN_HELP = 'reelay:shortcuts'

/** Shows the list of shortcuts. */
export const openShortcutHelp = () => void dispatchEvent(new Event(OPEN_HELP))

export function onShortcutHelp(listener: () => void): () => void {
  addEventListener(OPEN_HELP, listener)
  return () => removeEventListener(OPEN_HELP, listener)
}
