/** Ids and keys are UUIDs and digests. Anything else must not become part of a path. */
export function checkName(name: string): string {
  if (!isValidName(name)) throw new Error(`${JSON.stringify(name)} is not a valid object name`)
  return name
}

export const isValidName = (name: string): boolean => /^[0-9a-z][0-9a-z-]{0,99}$/.test(name)
