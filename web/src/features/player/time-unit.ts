import { useSyncExternalStore } from 'react'

/** How a person reads times: HH:MM:SS:FF or HH:MM:SS.mmm. */
export type TimeUnit = 'frames' | 'ms'

const KEY = 'reelay.timeUnit'
const listeners = new Set<() => void>()

const read = (): TimeUnit => (localStorage.getItem(KEY) === 'ms' ? 'ms' : 'frames')

/** Remembered in this browser, and the same on every page. */
export function setTimeUnit(unit: TimeUnit) {
  localStorage.setItem(KEY, unit)
  listeners.forEach((listener) => listener())
}

export const useTimeUnit = (): TimeUnit =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, read)
