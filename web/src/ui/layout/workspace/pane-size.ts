import { useState } from 'react'

type Options = {
  /** The key in the browser's storage. */
  key: string
  /** Read when needed, because they depend on the window. */
  initial: () => number
  min: number
  max: () => number
}
export type PaneSize = ReturnType<typeof usePaneSize>

/** A limit below the minimum gives way to the minimum. */
export const clampPane = (size: number, min: number, max: number): number =>
  Math.max(min, Math.min(Math.round(max), Math.round(size)))

/** The size of a pane in pixels, remembered in this browser. */
export function usePaneSize({ key, initial, min, max }: Options) {
  const [size, setSize] = useState(() =>
    clampPane(Number(localStorage.getItem(key)) || initial(), min, max()),
  )
  const set = (next: number) => {
    const clamped = clampPane(next, min, max())
    setSize(clamped)
    localStorage.setItem(key, String(clamped))
  }
  return { size, min, max: clampPane(max(), min, max()), set, reset: () => set(initial()) }
}
