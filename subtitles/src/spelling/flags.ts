// The flags of words and affixes, as the FLAG option of an affix file writes them.

export type Flags = ReadonlySet<string>
export type FlagReader = (text: string) => Flags

/** Words share their sets: a dictionary of 300,000 words has a few thousand of them. */
export function flagReader(form: string, aliases: readonly string[]): FlagReader {
  const known = new Map<string, Flags>()
  return (text) => {
    const found = known.get(text)
    if (found) return found
    const alias = aliases.length && /^\d+$/.test(text) ? aliases[Number(text) - 1] : undefined
    const flags = new Set(splitFlags(alias ?? text, form))
    known.set(text, flags)
    return flags
  }
}

function splitFlags(text: string, form: string): string[] {
  if (form === 'long') return text.match(/../gsu) ?? []
  if (form === 'num') return text.split(',').filter(Boolean)
  return [...text]
}
