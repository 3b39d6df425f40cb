// The shortcuts of the whole app. Each part of the app declares its own.
import { GLOBAL_SHORTCUTS } from '../../ui/shortcuts/global-shortcuts.ts'
import { LIST_SHORTCUTS } from '../../ui/table/row-keys.ts'
import { PLAYLIST_SHORTCUTS } from '../playlist/shortcuts.ts'
import { PLAYER_SHORTCUTS } from '../player/shortcuts.ts'
import { REVIEW_SHORTCUTS } from '../review/shortcuts.ts'
import { SHORTCUTS as EDITOR_SHORTCUTS } from '../translation-editor/shortcuts/shortcuts.ts'
import { TIMELINE_SHORTCUTS } from '../translation-editor/timeline/shortcuts.ts'
import type { AssignedKeys } from '../../ui/shortcuts/assigned-keys.ts'

export const PARTS = [
  'global',
  'list',
  'player',
  'review',
  'playlist',
  'timeline',
  'editor',
] as const
export type AppPart = (typeof PARTS)[number]
export type ListedShortcut = { part: AppPart; name: string; defaults: readonly string[] }

const namesAndKeys: Record<AppPart, Record<string, readonly string[]>> = {
  global: GLOBAL_SHORTCUTS,
  list: LIST_SHORTCUTS,
  player: PLAYER_SHORTCUTS,
  review: REVIEW_SHORTCUTS,
  playlist: PLAYLIST_SHORTCUTS,
  timeline: TIMELINE_SHORTCUTS,
  editor: Object.fromEntries(
    Object.entries(EDITOR_SHORTCUTS).map(([name, { keys }]) => [name, keys]),
  ),
}

export const ALL_SHORTCUTS: ListedShortcut[] = PARTS.flatMap((part) =>
  Object.entries(namesAndKeys[part]).map(([name, defaults]) => ({ part, name, defaults })),
)

export const actionOf = ({ part, name }: ListedShortcut) => `${part}.${name}`

export const keysFor = (shortcut: ListedShortcut, assigned: readonly AssignedKeys[]) =>
  assigned.find(({ action }) => action === actionOf(shortcut))?.keys ?? shortcut.defaults

/** Parts that listen to the keyboard on the same screen. */
const SCREENS: AppPart[][] = [
  ['player', 'review', 'playlist'],
  ['player', 'timeline', 'editor'],
]
const areTogether = (one: AppPart, other: AppPart) =>
  one === other ||
  one === 'global' ||
  other === 'global' ||
  SCREENS.some((parts) => parts.includes(one) && parts.includes(other))

/** The other shortcuts that use the same keys on the same screen. */
export function conflictsOf(
  shortcut: ListedShortcut,
  assigned: readonly AssignedKeys[],
): ListedShortcut[] {
  const keys = keysFor(shortcut, assigned)
  return ALL_SHORTCUTS.filter(
    (other) =>
      other !== shortcut &&
      areTogether(other.part, shortcut.part) &&
      keysFor(other, assigned).some((combination) => keys.includes(combination)),
  )
}

/** The list of assigned keys with another entry for one shortcut. Undefined restores the default. */
export function withKeys(
  assigned: readonly AssignedKeys[],
  shortcut: ListedShortcut,
  keys: string[] | undefined,
): AssignedKeys[] {
  const action = actionOf(shortcut)
  const others = assigned.filter((one) => one.action !== action)
  return keys ? [...others, { action, keys }] : others
}
