import { useRef, useState } from 'react'
import type { assets } from '@reelay/api/contract'

export type Picked = Pick<assets.Asset, '_id' | 'name'>
export type Selection = {
  picked: ReadonlyMap<string, Picked>
  /** `extend`: all from the last one that was picked up to this one. */
  pick: (index: number, asset: Picked, extend: boolean) => void
  clear: () => void
}

/** More than anybody orders at once. */
export const MOST = 100

/** `between`: the assets of a stretch of the list, wherever they are. */
export function useSelection(
  between: (first: number, last: number) => Promise<Picked[]>,
): Selection {
  const [picked, setPicked] = useState<ReadonlyMap<string, Picked>>(new Map())
  const anchor = useRef<number | null>(null)
  const pick = (index: number, asset: Picked, extend: boolean) => {
    const from = anchor.current
    anchor.current = index
    if (!extend || from === null) return setPicked((before) => toggled(before, asset))
    const [first, last] = from < index ? [from, index] : [index, from]
    return void between(first, Math.min(last, first + MOST - 1)).then((found) =>
      setPicked((before) => withAll(before, found)),
    )
  }
  return {
    picked,
    pick,
    clear: () => {
      anchor.current = null
      setPicked(new Map())
    },
  }
}

function toggled(before: ReadonlyMap<string, Picked>, asset: Picked) {
  const after = new Map(before)
  if (!after.delete(asset._id) && after.size < MOST) after.set(asset._id, asset)
  return after
}

const withAll = (before: ReadonlyMap<string, Picked>, found: Picked[]) =>
  new Map([...before, ...found.map((asset) => [asset._id, asset] as const)].slice(0, MOST))
