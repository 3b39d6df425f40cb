import type { ProjectTerm } from '../contract.ts'

/** Terms for the checks. A name without a target stays as it is. */
export type CheckTerms = {
  names: { source: string; target?: string }[]
  glossary: { source: string; target: string; forbidden: string[] }[]
}
type ApplicableTerm = Pick<ProjectTerm, 'kind' | 'source' | 'language' | 'target' | 'forbidden'>

/**
 * Terms of this language override those of all languages. Terms with forbidden words belong to the
 * glossary, whatever their kind.
 */
export function selectTerms(agreed: readonly ApplicableTerm[]): CheckTerms {
  const bySource = new Map<string, ApplicableTerm>()
  for (const term of agreed)
    if (term.language || !bySource.has(term.source.toLowerCase()))
      bySource.set(term.source.toLowerCase(), term)
  const terms = [...bySource.values()]
  const isName = ({ kind, forbidden }: ApplicableTerm) => kind !== 'term' && forbidden.length === 0
  return {
    names: terms
      .filter(isName)
      .map(({ source, target }) => (target ? { source, target } : { source })),
    glossary: terms
      .filter((term) => !isName(term))
      .map(({ source, target, forbidden }) => ({ source, target: target || source, forbidden })),
  }
}
