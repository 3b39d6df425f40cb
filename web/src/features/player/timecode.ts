/** Parses a rational such as '24000/1001'. */
export const parseFrameRate = (rational: string): number => {
  const [over = 0, under = 1] = rational.split('/').map(Number)
  return over / under
}

/** Keeps a rounded frame start from counting as the frame before. */
const EPSILON_SECONDS = 1e-4
export const frameAt = (seconds: number, rate: number): number =>
  Math.floor(seconds * rate + EPSILON_SECONDS * rate)
/** A time well inside the frame, wherever its edges are rounded to. */
export const timeOfFrame = (frame: number, rate: number): number => (frame + 0.25) / rate
