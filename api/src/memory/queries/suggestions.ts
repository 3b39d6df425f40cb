import { placeOfAsset } from '../../access/queries/references.ts'
import type { Viewer } from '../../access/queries/sight.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { QueryOf } from '../../kernel/http/contract/endpoint.ts'
import { invalid } from '../../kernel/http/contract/problem.ts'
import { getProject } from '../../projects/queries.ts'
import { getStudio } from '../../studios/queries.ts'
import { findMarkupError } from '@reelay/subtitles'
import type * as contract from '../contract.ts'
import { keyOf } from '../rules/key.ts'
import { closest } from '../rules/likeness.ts'
import { bestMatches } from '../rules/score.ts'
import { candidatesWith, keysNear } from './candidates.ts'
import { originsOf } from './units.ts'

type Asked = QueryOf<typeof contract.suggest>

/**
 * What is known of a line: keys that may be similar, what became of the closest of them as far as
 * the viewer sees it, the best of that, and where it comes from.
 */
export async function suggestionsFor(
  db: Db,
  viewer: Viewer,
  asked: Asked,
): Promise<contract.Suggestion[]> {
  refuseFaulty(asked)
  const { studio, project, asset } = await placesOf(db, viewer, asked)
  const shelf = { studio, sourceLanguage: asked.sourceLanguage, language: asked.language }
  const key = keyOf(asked.source)
  const keys = closest(key, [...new Set([key, ...(await keysNear(db, shelf, key))])])
  const best = bestMatches(
    asked.source,
    await candidatesWith(db, viewer, shelf, keys, {
      before: keyOf(asked.before ?? ''),
      after: keyOf(asked.after ?? ''),
      project,
      asset,
    }),
  )
  const origins = await originsOf(
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

function refuseFaulty(asked: Pick<Asked, 'source' | 'before' | 'after'>) {
  const errors = (['source', 'before', 'after'] as const).flatMap((name) => {
    const message = findMarkupError(asked[name] ?? '')
    return message ? [{ pointer: `/${name}`, message }] : []
  })
  if (errors.length)
    throw invalid('query.invalid', `${errors[0]!.pointer.slice(1)} ${errors[0]!.message}.`, errors)
}

async function placesOf(
  db: Db,
  viewer: Viewer,
  { studio, project, asset }: Asked,
): Promise<{ studio: string; project?: string; asset?: string }> {
  return {
    studio: (await getStudio(db, viewer, studio))._id,
    ...(project && { project: (await getProject(db, viewer, project))._id }),
    ...(asset && { asset: (await placeOfAsset(db, viewer, asset)).id }),
  }
}
