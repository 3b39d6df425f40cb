// Counts and quantiles of many sorted lists.
import { interpolate, type DurationSpread } from './durations.ts'

type SortedLists = readonly Uint32Array[]
const HOUR = 3600

/** How many of the sorted values are less than `limit`, if those before `from` are. */
export function countBelow(values: Uint32Array, limit: number, from = 0): number {
  let [low, high] = [from, values.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}

/** Sorted values around a quantile. `offset` is how many smaller ones are left out. */
type QuantileWindow = { offset: number; values: Uint32Array }
export type SpreadWindows = { count: number; median: QuantileWindow; p80: QuantileWindow }

const MEDIAN = 0.5
const P80 = 0.8

/**
 * The values that can be the median or the 80th percentile after at most `margin` others are added.
 * Another value moves each quantile by at most one position.
 */
export function windowsOf(lists: SortedLists, margin: number): SpreadWindows {
  const filled = lists.filter(({ length }) => length > 0)
  const count = filled.reduce((sum, { length }) => sum + length, 0)
  const around = (fraction: number): QuantileWindow => {
    if (count === 0) return { offset: 0, values: new Uint32Array() }
    const position = Math.floor((count - 1) * fraction)
    const lowest = selectValue(filled, Math.max(0, position - margin))
    const highest = selectValue(filled, Math.min(count - 1, position + margin + 1))
    const offset = countUntil(filled, lowest - 1)
    const parts = filled.map((list) =>
      list.subarray(countBelow(list, lowest), countBelow(list, highest + 1)),
    )
    return { offset, values: mergeLists(parts) }
  }
  return { count, median: around(MEDIAN), p80: around(P80) }
}

/** In hours, equal to `spreadOf` for all values of the windows together with the others. */
export function spreadOfWindows(
  { count, median, p80 }: SpreadWindows,
  others: Uint32Array,
): DurationSpread {
  const all = count + others.length
  const quantile = ({ offset, values }: QuantileWindow, fraction: number) =>
    quantileOf(
      [values, others].filter(({ length }) => length > 0),
      offset,
      (all - 1) * fraction,
    )
  return {
    count: all,
    median: all === 0 ? null : quantile(median, MEDIAN),
    p80: all === 0 ? null : quantile(p80, P80),
  }
}

/** `offset` is how many smaller values are not in the lists. */
function quantileOf(lists: SortedLists, offset: number, position: number): number {
  const at = Math.floor(position) - offset
  const low = selectValue(lists, at)
  const high = position % 1 > 0 ? selectNext(lists, low, at + 1) : low
  return interpolate(low / HOUR, high / HOUR, position)
}

/** All values, sorted. */
export function mergeLists(lists: SortedLists): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all.sort()
}

/** The value that would be at `position` if all were sorted: halves the range in which it can be. */
function selectValue(lists: SortedLists, position: number): number {
  let low = Infinity
  let high = 0
  for (const list of lists) {
    low = Math.min(low, list[0]!)
    high = Math.max(high, list.at(-1)!)
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (countUntil(lists, middle) > position) high = middle
    else low = middle + 1
  }
  return low
}

/** The value at `position`, which is the one after that of `value`. */
function selectNext(lists: SortedLists, value: number, position: number): number {
  if (countUntil(lists, value) > position) return value
  let next = Infinity
  for (const list of lists) next = Math.min(next, list[countBelow(list, value + 1)] ?? Infinity)
  return next
}

/** How many values are not greater than `value`. */
function countUntil(lists: SortedLists, value: number): number {
  let count = 0
  for (const list of lists) count += countBelow(list, value + 1)
  return count
}
