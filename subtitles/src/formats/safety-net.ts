// A damaged document may have text where nothing is read. Whatever is in no cue and in no warning is
// reported.
import type { ReadResult } from './format.ts'
import { excerpt } from './report.ts'

const WORD = /[\p{L}\p{N}]+/gu

/** `texts` are the pieces of the document that may be text. */
export function reportUnread(result: ReadResult, texts: Iterable<string>): ReadResult {
  if (!result.ok) return result
  const known = new Set<string>()
  const learn = (value: unknown) => {
    for (const [word] of String(value).matchAll(WORD)) known.add(word)
  }
  for (const cue of result.cues) for (const value of Object.values(cue)) learn(value)
  for (const { lost } of result.warnings) learn(lost)
  const warnings = [...result.warnings]
  for (const text of texts) {
    const words = text.match(WORD) ?? []
    if (words.every((word) => known.has(word))) continue
    const lost = `This text was not read: ${excerpt(text)}`
    warnings.push({ code: 'outside', cue: null, lost })
    learn(text)
  }
  return { ...result, warnings }
}
