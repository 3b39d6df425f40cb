// A playlist is part of the URL: the records that are watched one after the other. The newest version
// of a work request or an asset is shown; a version or a file stays the same.
const LETTERS = { workrequest: 'w', asset: 'a', preview: 'p', offline: 'o', file: 'f' } as const
type ItemKind = keyof typeof LETTERS
export type PlaylistItem = { kind: ItemKind; id: string }

/** The query of a saved playlist has at most 2,000 characters. */
export const MAX_PLAYLIST_ITEMS = 50

const KINDS = new Map<string, ItemKind>(
  (Object.keys(LETTERS) as ItemKind[]).map((kind) => [LETTERS[kind], kind]),
)

/** Each item once. Anything else than items is ignored. */
export function parsePlaylist(text: string | undefined): PlaylistItem[] {
  const items = new Map<string, PlaylistItem>()
  for (const part of text?.split('.') ?? []) {
    const [, letter = '', id] = /^([a-z])([0-9a-f]{24})$/.exec(part) ?? []
    const kind = KINDS.get(letter)
    if (kind && id) items.set(part, { kind, id })
  }
  return [...items.values()].slice(0, MAX_PLAYLIST_ITEMS)
}

export const formatPlaylist = (items: readonly PlaylistItem[]): string =>
  items.map(({ kind, id }) => `${LETTERS[kind]}${id}`).join('.')

const isSame = (one: PlaylistItem, other: PlaylistItem) =>
  one.kind === other.kind && one.id === other.id

/** The position of the first of these that is in the list: a page shows a request and a version. */
export function indexOfItem(
  items: readonly PlaylistItem[],
  current: readonly PlaylistItem[],
): number {
  const found = current.find((shown) => items.some((item) => isSame(item, shown)))
  return found ? items.findIndex((item) => isSame(item, found)) : -1
}

/** The list with one item moved up or down. */
export function moveItem<Item>(items: readonly Item[], from: number, by: 1 | -1): Item[] {
  const to = from + by
  if (to < 0 || to >= items.length) return [...items]
  return items.with(from, items[to]!).with(to, items[from]!)
}
