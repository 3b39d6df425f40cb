/** Parses 1:02.5, 00:01:02,500 or 62.5 to milliseconds. Undefined for anything else. */
export function parseTime(input: string): number | undefined {
  const match = /^\s*(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,4})(?:[.,](\d{1,3}))?\s*$/.exec(input)
  if (!match) return undefined
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1, 4).map((part) => Number(part ?? 0))
  if (minutes > 59 || (match[2] !== undefined && seconds > 59)) return undefined
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number((match[4] ?? '').padEnd(3, '0'))
}

/** Parses a time with an optional sign. */
export function parseOffset(input: string): number | undefined {
  const trimmed = input.trim()
  const [sign = ''] = /^[+\-−]/.exec(trimmed) ?? []
  const amount = parseTime(trimmed.slice(sign.length))
  return amount === undefined ? undefined : sign === '-' || sign === '−' ? -amount : amount
}
