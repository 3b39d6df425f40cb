/** Fields of an input that list several studios. */
const LISTS = ['memberships', 'studios']

/** The input of a call without what it says about hidden studios. */
export function hideStudios(asked: unknown, isHidden: (studio: string) => boolean): unknown {
  if (asked === null || typeof asked !== 'object' || Array.isArray(asked)) return asked
  return Object.fromEntries(
    Object.entries(asked).map(([name, value]) => [
      name,
      LISTS.includes(name) && Array.isArray(value)
        ? value.filter((one: unknown) => !isHidden(studioOf(one)))
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
