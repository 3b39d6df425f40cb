import { textKey, findNumbers, replaceNumbers } from './key.ts'

/**
 * Replaces the numbers of `from` in the target by those of `to`. Only if the two plain texts differ
 * in nothing but numbers, and each changed number occurs in the target as often as in `from`.
 */
export function adaptNumbers({
  from,
  to,
  target,
}: {
  from: string
  to: string
  target: string
}): string | undefined {
  if (masked(from) !== masked(to)) return undefined
  const [old, replacements, inTarget] = [findNumbers(from), findNumbers(to), findNumbers(target)]
  const changes = new Map<string, string>()
  for (const [index, number] of old.entries()) {
    if ((changes.get(number) ?? replacements[index]) !== replacements[index]) return undefined
    changes.set(number, replacements[index]!)
  }
  const changed = [...changes].filter(([number, by]) => number !== by)
  if (
    changed.length === 0 ||
    changed.some(([number]) => count(inTarget, number) !== count(old, number))
  )
    return undefined
  return replaceNumbers(target, (number) => changes.get(number) ?? number)
}

const masked = (text: string) => textKey(replaceNumbers(text, () => '0'))
const count = (all: readonly string[], number: string) =>
  all.filter((entry) => entry === number).length
