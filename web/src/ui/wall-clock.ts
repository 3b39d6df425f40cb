// What a field for date and time holds is a clock on some wall: without its zone it is no moment.

/** `2026-11-28T10:00`, as clocks show it in a zone at a moment. */
export function wallIn(zone: string, seconds: number): string {
  const parts = Object.fromEntries(shape(zone).formatToParts(seconds * 1000).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`
}

/** The moment at which clocks in a zone show this. An hour that was leapt over is that much later; of one that comes twice it is the first. */
export function momentOf(zone: string, wall: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(wall)) return undefined
  const asUtc = Date.parse(`${wall.slice(0, 16)}:00Z`) / 1000
  const offsetAt = (seconds: number) => Date.parse(`${wallIn(zone, seconds)}:00Z`) / 1000 - seconds
  // The offsets a day to either side are those before and after any change of the clocks.
  const candidates = [offsetAt(asUtc - 86_400), offsetAt(asUtc + 86_400)].map((offset) => asUtc - offset)
  return candidates.find((seconds) => wallIn(zone, seconds) === wall.slice(0, 16)) ?? candidates[0]
}

export const zones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

const shape = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' })
