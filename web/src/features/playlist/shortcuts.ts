import { findAction, type KeyTable } from '../../ui/shortcuts/assigned-keys.ts'
import type { KeyPress } from '../../ui/shortcuts/key-combination.ts'

/** In addition to those of the player and the review. */
export const PLAYLIST_SHORTCUTS = {
  next: ['Shift+N'],
  previous: ['Shift+P'],
} as const satisfies KeyTable

export const findPlaylistAction = (event: KeyPress) =>
  findAction('playlist', PLAYLIST_SHORTCUTS, event)
