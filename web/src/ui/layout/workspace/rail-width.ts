import { useState } from 'react'

export const MIN_RAIL = 320
const DEFAULT_RAIL = 420
const KEY = 'reelay.workspace.rail'

/** The stage keeps at least 45 % of the window. */
export const maxRail = (windowWidth: number): number =>
  Math.max(MIN_RAIL, Math.round(windowWidth * 0.55))

export const clampRail = (width: number, windowWidth: number): number =>
  Math.min(maxRail(windowWidth), Math.max(MIN_RAIL, Math.round(width)))

export type RailWidth = ReturnType<typeof useRailWidth>

/** The width of the rail in pixels, remembered in this browser. */
export function useRailWidth() {
  const [width, setWidth] = useState(() => {
    const stored = Number(localStorage.getItem(KEY))
    return stored ? clampRail(stored, innerWidth) : DEFAULT_RAIL
  })
  const set = (next: number) => {
    const clamped = clampRail(next, innerWidth)
    setWidth(clamped)
    localStorage.setItem(KEY, String(clamped))
  }
  return { width, set, reset: () => set(DEFAULT_RAIL) }
}
