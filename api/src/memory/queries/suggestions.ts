import { getReferencedAsset } from '../../access/queries/references.ts'
import type { Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { QueryOf } from '../../kernel/http/contract/endpoint.ts'
import { invalid } from '../../kernel/http/contract/problem.ts'
import { getProject } from '../../projects/queries.ts'
import { getStudio } from '../../studios/queries.ts'
import { findMarkupError } from '@reelay/subtitles'
import type * as contract from '../contract.ts'
import { markupKey, closestKeys, bestMatches } from '@reelay/translation-memory'
import { findCandidates, findSimilarKeys } from './candidates.ts'
import { findProvenance } from './units.ts'

type SuggestQuery = QueryOf<typeof contract.suggest>

/**
 * Finds similar keys by MinHash, loads the visible translations of the closest ones, scores them
 * and adds their provenance.
 */
export async function findSuggestions(
  db: Db,
  viewer: Viewer,
  query: SuggestQuery,
): Promise<contract.Suggestion[]> {
  rejectInvalidMarkup(query)
  const { studio, project, asset } = await resolveIds(db, viewer, query)
  const scope = { studio, sourceLanguage: query.sourceLanguage, language: query.language }
  const key = markupKey(query.source)
  const keys = closestKeys(key, [...new Set([key, ...(await findSimilarKeys(db, scope, key))])])
  const best = bestMatches(
    query.source,
    await findCandidates(db, viewer, scope, keys, {
      before: markupKey(query.before ?? ''),
      after: markupKey(query.after ?? ''),
      project,
      asset,
    }),
  )
  const origins = await findProvenance(
    db,
    viewer,
    best.map(({ id }) => id),
  )
  // A unit removed between the two statements is not suggested.
  return best.flatMap(({ id, times, ...match }) => {
    const provenance = origins.get(id)
    return provenance ? [{ ...match, provenance: { ...provenance, times } }] : []
  })
}

function rejectInvalidMarkup(query: Pick<SuggestQuery, 'source' | 'before' | 'after'>) {
  const errors = (['source', 'before', 'after'] as const).flatMap((name) => {
    const message = findMarkupError(query[name] ?? '')
    return message ? [{ pointer: `/${name}`, message }] : []
  })
  if (errors.length)
    throw invalid('query.invalid', `${errors[0]!.pointer.slice(1)} ${errors[0]!.message}.`, errors)
}

async function resolveIds(
  db: Db,
  viewer: Viewer,
  { studio, project, asset }: SuggestQuery,
): Promise<{ studio: string; project?: string; asset?: string }> {
  return {
    studio: (await getStudio(db, viewer, studio))._id,
    ...(project && { project: (await getProject(db, viewer, project))._id }),
    ...(asset && { asset: (await getReferencedAsset(db, viewer, asset)).id }),
  }
}
