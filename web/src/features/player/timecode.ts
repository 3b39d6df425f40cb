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

/** 00:00:12:07 in non-drop-frame timecode from 0, or 00:00:12 if the frame rate is unknown. */
export function formatTimecode(seconds: number, rate: number | null): string {
  const base = rate === null ? 1 : Math.round(rate)
  const units = rate === null ? Math.floor(seconds) : frameAt(seconds, rate)
  const whole = Math.floor(units / base)
  const parts = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    whole % 60,
    ...(rate === null ? [] : [units % base]),
  ]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/**
 * Parses 12, 1:02, 00:01:02 or, if the frame rate is known, 00:01:02:03. Undefined for anything
 * else.
 */
export function parseTimecode(typed: string, rate: number | null): number | undefined {
  const text = typed.trim()
  if (!/^\d{1,5}([:;.]\d{1,2}){0,3}$/.test(text)) return undefined
  const parts = text.split(/[:;.]/).map(Number)
  const frames = parts.length === 4 ? parts.pop()! : 0
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0)
  if (rate === null) return frames ? undefined : seconds
  // Timecode counts whole frames: at 23.976 fps a timecode second is slightly longer than a second.
  return frames < Math.round(rate)
    ? timeOfFrame(seconds * Math.round(rate) + frames, rate)
    : undefined
}
