// The prepared reply of a preview.
import { sql } from 'kysely'
import { seesEveryPart } from '../../access/rules.ts'
import { vendorsOfFile } from '../../files/queries.ts'
import { recordStatement } from '../../kernel/db/page.ts'
import { SINGLE_SHAPE, param, prepared } from '../../kernel/db/prepared.ts'
import {
  mayBuildDocument,
  type BuiltDocument,
  type DocumentKind,
} from '../../kernel/http/documents.ts'
import { previewColumns, previewEtag, previewFrom } from '../queries.ts'
import { signedPathsOf, previewWithGaps, type PreviewWithPlayback } from '../rules.ts'

type PreviewFacts = {
  studio: string
  vendors: string[]
  embargoed: boolean
  /** What the reply contains signed URLs of. */
  paths: Record<string, string | null>
}
type BuiltPreview = Pick<BuiltDocument<never>, 'snapshot' | 'validUntil' | 'dependencies'> &
  Pick<PreviewFacts, 'vendors' | 'embargoed'> & { document: PreviewWithPlayback }

export const previewDocument: DocumentKind<PreviewFacts> = {
  kind: 'preview',
  async build(db, id, view) {
    const [built] = await assemble(db, SINGLE_SHAPE, { id })
    if (!built) return undefined
    const { embargoed, document, ...known } = built
    const { studio } = document
    const { vendors } = known
    return {
      ...known,
      studio,
      etag: previewEtag(document),
      facts: { studio, vendors, embargoed, paths: signedPathsOf(document) },
      reply: (gap) => previewWithGaps(document, view, gap),
    }
  },
  // Who opens a film under embargo is recorded, so its reply is never sent from here.
  seesWhole: (facts, caller) => !facts.embargoed && seesEveryPart(facts, caller),
  fill: ({ paths }, { sign }) =>
    Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, path && sign(path)])),
  etagFor: (etag) => etag,
}

const assemble = prepared(
  () => sql<BuiltPreview>`
  select pg_current_snapshot()::text as snapshot,
    least(
      now() + interval '12 hours',
      case when f.embargo_end > now() then f.embargo_end end
    ) as "validUntil",
    array(
      select distinct unnest(array[v.asset_id, f.asset_id, f.id, v.studio_id, f.studio_id])
    ) as dependencies,
    array(select ${vendorsOfFile}) as vendors,
    embargoed(f.embargo_end, f.embargo_event, a.terminal) as embargoed,
    (${recordStatement({
      columns: previewColumns,
      from: previewFrom,
      where: sql`v.id = ${param('id')}`,
    })}) as document
  from ${previewFrom}
  where v.id = ${param('id')} and ${mayBuildDocument}`,
)
