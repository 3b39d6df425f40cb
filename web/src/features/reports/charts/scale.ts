// From figures to lengths. A scale ends at a figure that people can halve by eye.

/** The smallest round figure that holds all of them, at least one. */
export function roundTop(values: readonly number[]): number {
  const most = Math.max(1, ...values)
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10]
    .map((step) => step * power)
    .find((top) => top >= most && Number.isInteger(top))!
}

/** Share of the whole in percent; a thing that is there is never drawn as nothing. */
export const share = (value: number, top: number): number =>
  value <= 0 || top <= 0 ? 0 : Math.max(1, Math.min(100, (value / top) * 100))

/** Which of so many equal columns lies under a point, counted from where reading begins. */
export function columnAt(
  distance: number,
  width: number,
  columns: number,
  isRightToLeft: boolean,
): number {
  const along = isRightToLeft ? width - distance : distance
  return Math.min(columns - 1, Math.max(0, Math.floor((along / Math.max(1, width)) * columns)))
}

/** The first, the last, and as many evenly between as have room. */
export function labelled(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, at) => at)
  return Array.from({ length: most }, (_, at) => Math.round((at * (count - 1)) / (most - 1)))
}
