import { useRef, useState } from 'react'
import { explainError } from '../feedback/explain-error.ts'
import { showToast } from '../feedback/toasts.tsx'
import { addItems, indexesFrom, toggled, type SelectedItems } from './selected-items.ts'

export type Selection<T> = {
  selected: SelectedItems<T>
  /** `extend`: selects everything from the last selected item to this one. */
  pick: (index: number, item: T, extend: boolean) => void
  clear: () => void
}

export function useSelection<T extends { _id: string }>(
  fetchRange: (first: number, last: number) => Promise<T[]>,
): Selection<T> {
  const [selected, setSelected] = useState<SelectedItems<T>>(new Map())
  const anchor = useRef<number | null>(null)
  const extendTo = async (from: number, to: number) => {
    const { first, last } = indexesFrom(from, to)
    try {
      const items = await fetchRange(first, last)
      setSelected((before) => addItems(before, from < to ? items : items.toReversed()))
    } catch (error) {
      showToast(explainError(error as Error).title, { tone: 'bad' })
    }
  }
  return {
    selected,
    pick(index, item, extend) {
      const from = anchor.current
      anchor.current = index
      if (extend && from !== null) void extendTo(from, index)
      else setSelected((before) => toggled(before, item))
    },
    clear() {
      anchor.current = null
      setSelected(new Map())
    },
  }
}
