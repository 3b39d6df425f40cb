/** Ids and keys are ours, uuids and digests. Whatever else arrives here must not become a path. */
export function checkName(name: string): string {
  if (!isValidName(name))
    throw new Error(`${JSON.stringify(name)} is not a name that this storage could have given`)
  return name
}

export const isValidName = (name: string): boolean => /^[0-9a-z][0-9a-z-]{0,99}$/.test(name)
