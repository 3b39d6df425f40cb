// A playlist is part of the URL: the work requests and assets that are watched one after the other.
// The newest version of each is shown. `w` is a work request, `a` an asset.
export type PlaylistItem = { kind: 'workrequest' | 'asset'; id: string }

/** The query of a saved playlist has at most 2,000 characters. */
export const MAX_PLAYLIST_ITEMS = 50

const LETTERS = { workrequest: 'w', asset: 'a' } as const

/** Each item once. Anything else than items is ignored. */
export function parsePlaylist(text: string | undefined): PlaylistItem[] {
  const items = new Map<string, PlaylistItem>()
  for (const part of text?.split('.') ?? []) {
    const [, letter, id] = /^([wa])([0-9a-f]{24})$/.exec(part) ?? []
    if (id) items.set(part, { kind: letter === 'w' ? 'workrequest' : 'asset', id })
  }
  return [...items.values()].slice(0, MAX_PLAYLIST_ITEMS)
}

export const formatPlaylist = (items: readonly PlaylistItem[]): string =>
  items.map(({ kind, id }) => `${LETTERS[kind]}${id}`).join('.')

export const indexOfItem = (items: readonly PlaylistItem[], current: PlaylistItem): number =>
  items.findIndex(({ kind, id }) => kind === current.kind && id === current.id)

/** The list with one item moved up or down. */
export function moveItem<Item>(items: readonly Item[], from: number, by: 1 | -1): Item[] {
  const to = from + by
  if (to < 0 || to >= items.length) return [...items]
  return items.with(from, items[to]!).with(to, items[from]!)
}
