// The names and glossary terms of the project, found in the original text.
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

export const findAgreedTerms = (source: string, termIndex: TermIndex): AgreedTerm[] =>
  findTerms(termIndex, plainText(source)).map(({ source: name, target, forbidden = [] }) => ({
    source: name,
    target,
    forbidden,
  }))

/** Splits the original at its terms. */
export function splitByTerms(source: string, terms: readonly AgreedTerm[]): SourcePiece[] {
  const plain = plainText(source)
  if (terms.length === 0) return [{ text: plain }]
  const pattern = new RegExp(
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
  let end = 0
  for (const { 0: found, index } of plain.matchAll(pattern)) {
    const term = terms.find(({ source: name }) => fold(name) === fold(found))
    if (index > end) pieces.push({ text: plain.slice(end, index) })
    pieces.push(term ? { text: found, term } : { text: found })
    end = index + found.length
  }
  return end < plain.length ? [...pieces, { text: plain.slice(end) }] : pieces
}

const fold = (text: string) => text.replace(/\s+/g, ' ').toLowerCase()
