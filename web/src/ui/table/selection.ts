import { useRef, useState } from 'react'

export type Selection<T> = {
  selected: ReadonlyMap<string, T>
  /** `extend`: selects everything from the last selected item to this one. */
  pick: (index: number, item: T, extend: boolean) => void
  clear: () => void
}

export const MAX_SELECTED = 100

/** `between`: fetches the items of an index range. */
export function useSelection<T extends { _id: string }>(
  between: (first: number, last: number) => Promise<T[]>,
): Selection<T> {
  const [picked, setPicked] = useState<ReadonlyMap<string, T>>(new Map())
  const anchor = useRef<number | null>(null)
  const pick = (index: number, item: T, extend: boolean) => {
    const from = anchor.current
    anchor.current = index
    if (!extend || from === null) return setPicked((before) => toggled(before, item))
    const [first, last] = from < index ? [from, index] : [index, from]
    return void between(first, Math.min(last, first + MAX_SELECTED - 1)).then((found) =>
      setPicked((before) => addAll(before, found)),
    )
  }
  return {
    selected: picked,
    pick,
    clear: () => {
      anchor.current = null
      setPicked(new Map())
    },
  }
}

function toggled<T extends { _id: string }>(before: ReadonlyMap<string, T>, item: T) {
  const after = new Map(before)
  if (!after.delete(item._id) && after.size < MAX_SELECTED) after.set(item._id, item)
  return after
}

const addAll = <T extends { _id: string }>(before: ReadonlyMap<string, T>, found: T[]) =>
  new Map([...before, ...found.map((item) => [item._id, item] as const)].slice(0, MAX_SELECTED))
