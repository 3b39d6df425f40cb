// The prepared reply of a translation. It is the same for all readers.
import { sql } from 'kysely'
import { NO_VENDOR } from '../../files/queries.ts'
import { recordStatement } from '../../kernel/db/page.ts'
import { SINGLE_SHAPE, param, prepared } from '../../kernel/db/prepared.ts'
import {
  mayBuildDocument,
  type BuiltDocument,
  type DocumentKind,
} from '../../kernel/http/documents.ts'
import { etagOf } from '../../kernel/http/etag.ts'
import { translationColumns, translationFrom } from '../queries.ts'
import { seesWholeTranslation, type TranslationFacts } from '../rules/document.ts'
import { presentTranslation, type StoredTranslation } from '../rules/translation.ts'

type BuiltTranslation = Pick<BuiltDocument<never>, 'snapshot' | 'validUntil' | 'dependencies'> &
  Omit<TranslationFacts, 'studio' | 'translator'> & { document: StoredTranslation }

export const translationDocument: DocumentKind<TranslationFacts> = {
  kind: 'translation',
  async build(db, id, view) {
    const [built] = await assemble(db, SINGLE_SHAPE, { id })
    if (!built) return undefined
    const { snapshot, validUntil, dependencies, document, ...known } = built
    const { studio, translator } = document
    return {
      studio,
      vendors: known.vendors,
      snapshot,
      validUntil,
      dependencies,
      etag: etagOf(document),
      facts: { ...known, studio, translator: translator?._id ?? null },
      reply: () => presentTranslation(document, view),
    }
  },
  seesWhole: seesWholeTranslation,
  fill: () => ({}),
  etagFor: (etag) => etag,
}

/** A request that its vendor declined is hidden from all vendors. */
const assemble = prepared(
  () => sql<BuiltTranslation>`
  select pg_current_snapshot()::text as snapshot,
    now() + interval '12 hours' as "validUntil",
    array_remove(array[w.id, tr.translator_id], null) as dependencies,
    array_remove(
      array[case when w.vendor_answer = 'declined' then ${NO_VENDOR} else w.vendor_id end], null
    ) as vendors,
    w.owner_id as owner, w.territory, w.submitted_at is not null as submitted,
    (${recordStatement({
      columns: translationColumns,
      from: translationFrom,
      where: sql`tr.id = ${param('id')}`,
    })}) as document
  from ${translationFrom}
  where tr.id = ${param('id')} and ${mayBuildDocument}`,
)
