/** As the service gives it: pairs of least and greatest, each -128 to 127, so many a second. */
export type Peaks = { perSecond: number; peaks: number[] }

/**
 * The least and greatest of each of `columns` equal parts, from -1 to 1. Where columns are finer
 * than the pairs, neighbours share one.
 */
export function toColumns({ peaks }: Peaks, columns: number): [least: number, greatest: number][] {
  const pairs = Math.floor(peaks.length / 2)
  return Array.from({ length: pairs ? columns : 0 }, (_none, column) => {
    const from = Math.floor((column * pairs) / columns)
    const to = Math.max(from + 1, Math.floor(((column + 1) * pairs) / columns))
    let [least, greatest] = [127, -128]
    for (let pair = from; pair < to; pair++) {
      least = Math.min(least, peaks[pair * 2]!)
      greatest = Math.max(greatest, peaks[pair * 2 + 1]!)
    }
    return [least / 128, greatest / 128]
  })
}
