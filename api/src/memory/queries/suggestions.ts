import { getReferencedAsset } from '../../access/queries/references.ts'
import type { Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { QueryOf } from '../../kernel/http/contract/endpoint.ts'
import { invalid } from '../../kernel/http/contract/problem.ts'
import { getProject } from '../../projects/queries.ts'
import { getStudio } from '../../studios/queries.ts'
import { findMarkupError } from '@reelay/subtitles'
import type * as contract from '../contract.ts'
import { markupKey } from '../rules/key.ts'
import { closestKeys } from '../rules/similarity.ts'
import { bestMatches } from '../rules/score.ts'
import { findCandidates, findSimilarKeys } from './candidates.ts'
import { findProvenance } from './units.ts'

type SuggestQuery = QueryOf<typeof contract.suggest>

/**
 * What is known of a line: keys that may be similar, what became of the closest of them as far as
 * the viewer sees it, the best of that, and where it comes from.
 */
export async function findSuggestions(
  db: Db,
  viewer: Viewer,
  asked: SuggestQuery,
): Promise<contract.Suggestion[]> {
  rejectInvalidMarkup(asked)
  const { studio, project, asset } = await resolveIds(db, viewer, asked)
  const shelf = { studio, sourceLanguage: asked.sourceLanguage, language: asked.language }
  const key = markupKey(asked.source)
  const keys = closestKeys(key, [...new Set([key, ...(await findSimilarKeys(db, shelf, key))])])
  const best = bestMatches(
    asked.source,
    await findCandidates(db, viewer, shelf, keys, {
      before: markupKey(asked.before ?? ''),
      after: markupKey(asked.after ?? ''),
      project,
      asset,
    }),
  )
  const origins = await findProvenance(
    db,
    viewer,
    best.map(({ id }) => id),
  )
  // A unit that was forgotten between the two statements is not suggested.
  return best.flatMap(({ id, times, ...match }) => {
    const found = origins.get(id)
    return found ? [{ ...match, provenance: { ...found, times } }] : []
  })
}

function rejectInvalidMarkup(asked: Pick<SuggestQuery, 'source' | 'before' | 'after'>) {
  const errors = (['source', 'before', 'after'] as const).flatMap((name) => {
    const message = findMarkupError(asked[name] ?? '')
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
