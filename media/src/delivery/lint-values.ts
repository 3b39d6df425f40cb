// Frame rates and lengths as the delivery checks compare and print them.

export const formatSeconds = (seconds: number) => `${seconds.toFixed(1)} s`

/** 29.97 for '30000/1001'. */
export const formatRate = (rate: string) => String(Math.round(framesPerSecond(rate) * 1000) / 1000)

export function framesPerSecond(rate: string): number {
  const [num, den] = parseRate(rate)
  return num / den
}

/** Compares the rationals exactly: 50/2 is 25/1. */
export function isSameRate(a: string, b: string): boolean {
  const [[num, den], [otherNum, otherDen]] = [parseRate(a), parseRate(b)]
  return num * otherDen === otherNum * den
}

function parseRate(rate: string): [num: number, den: number] {
  const [num, den = 1] = rate.split('/').map(Number) as [number, number?]
  return [num, den]
}
