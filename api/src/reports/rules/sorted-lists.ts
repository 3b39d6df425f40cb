// Counts and quantiles of many sorted lists, without merging them.
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

/** In hours, equal to `spreadOf` for all values together. */
export function spreadOfSeconds(lists: SortedLists): DurationSpread {
  const filled = lists.filter(({ length }) => length > 0)
  const count = filled.reduce((sum, { length }) => sum + length, 0)
  return { count, median: quantileOf(filled, count, 0.5), p80: quantileOf(filled, count, 0.8) }
}

function quantileOf(lists: SortedLists, count: number, fraction: number): number | null {
  if (count === 0) return null
  const position = (count - 1) * fraction
  const at = Math.floor(position)
  const low = selectValue(lists, at)
  const high = position > at ? selectNext(lists, low, at + 1) : low
  return interpolate(low / HOUR, high / HOUR, position)
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
