/** By their ids. */
export type SelectedItems<T> = ReadonlyMap<string, T>

export const MAX_SELECTED = 100

/** The items next to `from`, in the direction of `to`. */
export const indexesFrom = (from: number, to: number) =>
  from < to
    ? { first: from, last: Math.min(to, from + MAX_SELECTED - 1) }
    : { first: Math.max(to, from - MAX_SELECTED + 1), last: from }

export function toggled<T extends { _id: string }>(
  before: SelectedItems<T>,
  item: T,
): SelectedItems<T> {
  const after = new Map(before)
  if (!after.delete(item._id) && after.size < MAX_SELECTED) after.set(item._id, item)
  return after
}

/** Leaves out the last items if they are too many. */
export const addItems = <T extends { _id: string }>(
  before: SelectedItems<T>,
  items: readonly T[],
): SelectedItems<T> =>
  new Map([...before, ...items.map((item) => [item._id, item] as const)].slice(0, MAX_SELECTED))
