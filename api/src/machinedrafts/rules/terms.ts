// Terms of the project in the texts that are sent.
import { plainText } from '@reelay/subtitles'
import type { CheckTerms } from '../../memory/rules/terms.ts'

export type DraftTerm = { source: string; target: string }
/** A text in pieces: what is translated, and terms whose translation is known. */
export type MarkedText = (string | DraftTerm)[]

/** Longest first, so that a term inside of a longer one is not taken from it. */
export const draftTerms = ({ names, glossary }: CheckTerms): DraftTerm[] =>
  [...names.map(({ source, target = source }) => ({ source, target })), ...glossary]
    .map(({ source, target }) => ({ source, target }))
    .toSorted((a, b) => b.source.length - a.source.length)

/** The translation of a line that is nothing but a term. */
export function findWholeTerm(line: string, terms: readonly DraftTerm[]): string | undefined {
  const text = plainText(line).trim().toLowerCase()
  return terms.find(({ source }) => source.toLowerCase() === text)?.target
}

export function markTerms(text: string, terms: readonly DraftTerm[]): MarkedText {
  const lower = text.toLowerCase()
  return terms
    .filter(({ source }) => lower.includes(source.toLowerCase()))
    .reduce<MarkedText>(
      (pieces, term) =>
        pieces.flatMap((piece) => (typeof piece === 'string' ? splitAtTerm(piece, term) : [piece])),
      [text],
    )
}

/** Terms are whole words. In scripts without spaces there are no words to tell apart. */
function splitAtTerm(text: string, term: DraftTerm): MarkedText {
  const word = RegExp.escape(term.source)
  const pattern = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(term.source)
    ? new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'giu')
    : new RegExp(word, 'giu')
  return text
    .split(pattern)
    .flatMap<string | DraftTerm>((piece, index) => (index === 0 ? [piece] : [term, piece]))
    .filter((piece) => piece !== '')
}

export const listTerms = (texts: readonly MarkedText[]): DraftTerm[] => [
  ...new Set(texts.flat().filter((piece) => typeof piece !== 'string')),
]

export const sourceText = (text: MarkedText) =>
  text.map((piece) => (typeof piece === 'string' ? piece : piece.source)).join('')
export const targetText = (text: MarkedText) =>
  text.map((piece) => (typeof piece === 'string' ? piece : piece.target)).join('')
