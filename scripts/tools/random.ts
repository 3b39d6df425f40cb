/** A seeded generator of random numbers (mulberry32), so that a run can be repeated. */
export type Random = ReturnType<typeof createRandom>

export function createRandom(seed: number) {
  let state = seed >>> 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integerBelow = (end: number) => Math.floor(fraction() * end)
  return {
    integerBelow,
    /** True with this probability. */
    chance: (probability: number) => fraction() < probability,
    pick: <T>(values: readonly T[]): T => values[integerBelow(values.length)]!,
    bytes: (length: number) => Buffer.from(Array.from({ length }, () => integerBelow(256))),
  }
}
