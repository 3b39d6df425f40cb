// Words of the original that the project has agreed on, where they stand.
import { type translations } from '@reelay/api/contract'
import { plainText } from '@reelay/subtitles'
import { type TermIndex, buildTermIndex, findTerms } from '@reelay/subtitles/checks'

export type AgreedTerm = { source: string; target: string; forbidden: readonly string[] }
export type SourcePiece = { text: string; term?: AgreedTerm }

export function createTermIndex({
  names,
  glossary,
}: Pick<translations.CheckRules, 'names' | 'glossary'>): TermIndex {
  return buildTermIndex([
    ...names.map(({ source, target = source }) => ({ list: 'NAME' as const, source, target })),
    ...glossary.map((term) => ({ list: 'TERM' as const, ...term })),
  ])
}

export const findAgreedTerms = (source: string, wording: TermIndex): AgreedTerm[] =>
  findTerms(wording, plainText(source)).map(({ source: said, target, forbidden = [] }) => ({
    source: said,
    target,
    forbidden,
  }))

/** The original in pieces, those that are terms marked with what they are here. */
export function splitByTerms(source: string, terms: readonly AgreedTerm[]): SourcePiece[] {
  const plain = plainText(source)
  if (terms.length === 0) return [{ text: plain }]
  const sought = new RegExp(
    terms
      .map((term) =>
        term.source
          .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
          .replace(/\s+/g, String.raw`\s+`),
      )
      .join('|'),
    'giu',
  )
  const pieces: SourcePiece[] = []
  let read = 0
  for (const { 0: found, index } of plain.matchAll(sought)) {
    const term = terms.find((one) => fold(one.source) === fold(found))
    if (index > read) pieces.push({ text: plain.slice(read, index) })
    pieces.push(term ? { text: found, term } : { text: found })
    read = index + found.length
  }
  return read < plain.length ? [...pieces, { text: plain.slice(read) }] : pieces
}

const fold = (text: string) => text.replace(/\s+/g, ' ').toLowerCase()
