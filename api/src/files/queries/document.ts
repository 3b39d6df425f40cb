// The prepared reply of a file.
import { sql } from 'kysely'
import { serviceViewer, type Viewer } from '../../access/queries/visibility.ts'
import { seesEveryPart } from '../../access/rules.ts'
import { recordStatement } from '../../kernel/db/page.ts'
import { param, prepared } from '../../kernel/db/prepared.ts'
import {
  mayBuildDocument,
  type BuiltDocument,
  type DocumentKind,
} from '../../kernel/http/documents.ts'
import { etagWithView } from '../../kernel/http/etag.ts'
import { fileColumns, fileEtag, fileFrom, vendorsOfFile } from '../queries.ts'
import { presentFile, type StoredFile } from '../rules.ts'

type FileFacts = { studio: string; vendors: string[]; embargoed: boolean }
type BuiltFile = Pick<BuiltDocument<never>, 'snapshot' | 'validUntil' | 'dependencies'> &
  Omit<FileFacts, 'studio'> & { document: StoredFile }

export const fileDocument: DocumentKind<FileFacts> = {
  kind: 'file',
  readerFact: (person) => `exists (
    select from download own where own.file_id = d.record_id and own.person_id = ${person})`,
  async build(db, id, view) {
    const [built] = await assemble(db, serviceViewer.shape, { id })
    if (!built) return undefined
    const { embargoed, document, ...known } = built
    const { studio } = document
    const { vendors } = known
    return {
      ...known,
      studio,
      etag: fileEtag(document),
      facts: { studio, vendors, embargoed },
      reply: (gap) => ({ ...presentFile(document, view), $aspera: gap('$aspera') }),
    }
  },
  seesWhole: seesEveryPart,
  fill: ({ ofReader }) => ({ $aspera: { downloaded: ofReader } }),
  etagFor: (etag, { ofReader }) => etagWithView(etag, ofReader),
}

/** Another file under embargo hides warnings that compare the two. */
const assemble = prepared(
  (viewer: Viewer) => sql<BuiltFile>`
  select pg_current_snapshot()::text as snapshot,
    least(
      now() + interval '12 hours',
      (select min(other.embargo_end) from file other
        where other.asset_id = a.id and other.embargo_end > now())
    ) as "validUntil",
    array[f.id, a.id] as dependencies,
    array(select ${vendorsOfFile}) as vendors,
    exists (
      select from file other
      where other.asset_id = a.id and other.removed_at is null
        and embargoed(other.embargo_end, other.embargo_event, a.terminal)) as embargoed,
    (${recordStatement({
      columns: fileColumns(viewer),
      from: fileFrom,
      where: sql`f.id = ${param('id')}`,
    })}) as document
  from ${fileFrom}
  where f.id = ${param('id')} and f.removed_at is null and ${mayBuildDocument}`,
)
