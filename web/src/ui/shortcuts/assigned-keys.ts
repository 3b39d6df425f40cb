// The keys that the person has assigned instead of the defaults. They are part of the preferences
// of the account; the app loads them when somebody signs in.
import { useSyncExternalStore } from 'react'
import { keyCombinations, keyNames, type KeyPress } from './key-combination.ts'

/** The default keys of the actions of one part of the app. */
export type KeyTable = Readonly<Record<string, readonly string[]>>
/** `action` is the part of the app and the action: `player.mute`. */
export type AssignedKeys = { action: string; keys: string[] }

let assigned = new Map<string, readonly string[]>()

const listeners = new Set<() => void>()

export function setAssignedKeys(all: readonly AssignedKeys[]) {
  assigned = new Map(all.map(({ action, keys }) => [action, keys]))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const keysOf = (action: string, defaults: readonly string[]): readonly string[] =>
  assigned.get(action) ?? defaults

/** The action of a key in one part of the app, if any. */
export function findAction<T extends KeyTable>(
  part: string,
  table: T,
  event: KeyPress,
  onMac?: boolean,
): (keyof T & string) | undefined {
  for (const pressed of keyCombinations(event, onMac)) {
    const isPressed = (name: string) => keysOf(`${part}.${name}`, table[name]!).includes(pressed)
    const found = Object.keys(table).find(isPressed)
    if (found) return found
  }
  return undefined
}

const useFirstKeys = (action: string, defaults: readonly string[]): string =>
  useSyncExternalStore(subscribe, () => keysOf(action, defaults)[0] ?? '')

/** The first keys of an action, as buttons and menus show them. */
export const useKeyLabel = (action: string, defaults: readonly string[]): string =>
  keyNames(useFirstKeys(action, defaults)).join(' ')

/** The attributes of a button that has a shortcut: the tooltip names the first keys. */
export function useKeyHint(name: string, action = '', defaults: readonly string[] = []) {
  const keys = useFirstKeys(action, defaults)
  return {
    title: keys ? `${name} (${keyNames(keys).join(' ')})` : name,
    'aria-keyshortcuts': keys || undefined,
  }
}
