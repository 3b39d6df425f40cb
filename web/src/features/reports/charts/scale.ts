// Scales of charts.

/** The smallest round number that is at least as large as every value, and at least 1. */
export function roundUp(values: readonly number[]): number {
  const max = Math.max(1, ...values)
  const power = 10 ** Math.floor(Math.log10(max))
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10]
    .map((step) => step * power)
    .find((top) => top >= max && Number.isInteger(top))!
}

/** In percent. A value above zero is never drawn as zero. */
export const percentOf = (value: number, top: number): number =>
  value <= 0 || top <= 0 ? 0 : Math.max(1, Math.min(100, (value / top) * 100))

/** The column under a point, counted from the inline start. */
export function columnAt(
  distance: number,
  width: number,
  columns: number,
  isRightToLeft: boolean,
): number {
  const x = isRightToLeft ? width - distance : distance
  return Math.min(columns - 1, Math.max(0, Math.floor((x / Math.max(1, width)) * columns)))
}

/** The first, the last, and evenly spaced ones between them. */
export function labelledColumns(count: number, max: number): number[] {
  if (count <= max) return Array.from({ length: count }, (_, index) => index)
  return Array.from({ length: max }, (_, index) => Math.round((index * (count - 1)) / (max - 1)))
}
