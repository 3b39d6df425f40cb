const CANONICAL = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
const SHAPE = /^[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/

/**
 * Whether a name is one of the IANA time zones. The list of Intl holds one name for each zone and often the older one
 * (Asia/Calcutta, Europe/Kiev), so for Asia/Kolkata and its like we ask; the shape keeps out offsets such as +01:00.
 */
export const isZone = (name: string): boolean => CANONICAL.has(name) || (SHAPE.test(name) && isKnown(name))

function isKnown(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
