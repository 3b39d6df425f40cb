import { useRef, useState } from 'react'
import type { assets } from '@reelay/api/contract'

export type SelectedAsset = Pick<assets.Asset, '_id' | 'name'>
export type Selection = {
  selected: ReadonlyMap<string, SelectedAsset>
  /** `extend`: selects everything from the last selected item to this one. */
  pick: (index: number, asset: SelectedAsset, extend: boolean) => void
  clear: () => void
}

export const MAX_SELECTED = 100

/** `between`: fetches the assets of an index range. */
export function useSelection(
  between: (first: number, last: number) => Promise<SelectedAsset[]>,
): Selection {
  const [picked, setPicked] = useState<ReadonlyMap<string, SelectedAsset>>(new Map())
  const anchor = useRef<number | null>(null)
  const pick = (index: number, asset: SelectedAsset, extend: boolean) => {
    const from = anchor.current
    anchor.current = index
    if (!extend || from === null) return setPicked((before) => toggled(before, asset))
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

function toggled(before: ReadonlyMap<string, SelectedAsset>, asset: SelectedAsset) {
  const after = new Map(before)
  if (!after.delete(asset._id) && after.size < MAX_SELECTED) after.set(asset._id, asset)
  return after
}

const addAll = (before: ReadonlyMap<string, SelectedAsset>, found: SelectedAsset[]) =>
  new Map([...before, ...found.map((asset) => [asset._id, asset] as const)].slice(0, MAX_SELECTED))
