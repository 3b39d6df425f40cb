/** Pairs of minimum and maximum, each from -128 to 127, `perSecond` pairs a second. */
export type Peaks = { perSecond: number; peaks: number[] }

/**
 * The minimum and maximum of each of `columns` equal parts, from -1 to 1. If there are more
 * columns than pairs, neighbouring columns share a pair.
 */
export function toColumns({ peaks }: Peaks, columns: number): [minimum: number, maximum: number][] {
  const pairs = Math.floor(peaks.length / 2)
  return Array.from({ length: pairs ? columns : 0 }, (_none, column) => {
    const from = Math.floor((column * pairs) / columns)
    const to = Math.max(from + 1, Math.floor(((column + 1) * pairs) / columns))
    let [minimum, maximum] = [127, -128]
    for (let pair = from; pair < to; pair++) {
      minimum = Math.min(minimum, peaks[pair * 2]!)
      maximum = Math.max(maximum, peaks[pair * 2 + 1]!)
    }
    return [minimum / 128, maximum / 128]
  })
}
