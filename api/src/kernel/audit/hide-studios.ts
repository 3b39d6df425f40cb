/** Fields of an input that list several studios. */
const LISTS = ['memberships', 'studios']

/** The input of a call without what it says about hidden studios. */
export function hideStudios(input: unknown, isHidden: (studio: string) => boolean): unknown {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return input
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      LISTS.includes(name) && Array.isArray(value)
        ? value.filter((item: unknown) => !isHidden(studioOf(item)))
        : (value as unknown),
    ]),
  )
}

/** An item is a studio's id, a record with an id, or a membership with a studio. */
function studioOf(item: unknown): string {
  if (typeof item === 'string') return item
  if (item === null || typeof item !== 'object') return ''
  const { studio, _id } = item as { studio?: unknown; _id?: unknown }
  return studioOf(studio ?? _id)
}
