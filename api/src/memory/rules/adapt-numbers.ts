import { textKey, findNumbers, replaceNumbers } from './key.ts'

/**
 * The target with the numbers of `to` in place of those of `from`, both as plain text: where
 * nothing but numbers tells these two apart,
 * and each number that differs stands in the target as often as in `from`.
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
  const [old, wanted, standing] = [findNumbers(from), findNumbers(to), findNumbers(target)]
  const changes = new Map<string, string>()
  for (const [at, number] of old.entries()) {
    if ((changes.get(number) ?? wanted[at]) !== wanted[at]) return undefined
    changes.set(number, wanted[at]!)
  }
  const changed = [...changes].filter(([number, by]) => number !== by)
  if (
    changed.length === 0 ||
    changed.some(([number]) => count(standing, number) !== count(old, number))
  )
    return undefined
  return replaceNumbers(target, (number) => changes.get(number) ?? number)
}

const masked = (text: string) => textKey(replaceNumbers(text, () => '0'))
const count = (all: readonly string[], number: string) => all.filter((one) => one === number).length
