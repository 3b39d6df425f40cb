import type { Fixtures } from '../../test/fixtures.ts'
import { uploadFile } from '../../test/orders.ts'
import {
  CHANGES_OF_CALLERS,
  CHANGES_OF_FILES,
  CHANGES_OF_MEDIA,
  PREPARED_READERS,
  testPreparedReplies,
  type Change,
  type GetArguments,
} from '../../test/prepared-replies.ts'
import { viewerOf } from '../access/queries/visibility.ts'
import * as contract from './contract.ts'
import { getPreview } from './queries.ts'
import { previewDocument } from './queries/document.ts'
import { presentPreview } from './rules.ts'

const CHANGES: Change[] = [
  ['the preview', `update preview set label = 'Renamed'`],
  ...CHANGES_OF_MEDIA,
  [
    'pictures',
    `insert into rendition (file_id, kind, complete)
      select file_id, kind, true from preview, unnest(array['poster', 'storyboard', 'peaks']) kind`,
  ],
  ['watermarks', `update studio set settings = settings || '{"watermark": true}'`],
  ['no watermarks', `update studio set settings = settings || '{"watermark": false}'`],
  ['no pictures', `delete from rendition`],
  ...CHANGES_OF_FILES,
  ...CHANGES_OF_CALLERS,
  ['no preview', `delete from preview`],
]

testPreparedReplies({ create: createPreviewRecord, changes: CHANGES, readers: PREPARED_READERS })

async function createPreviewRecord({ a }: Pick<Fixtures, 'a'>) {
  const { studio } = a.people
  const file = await uploadFile(studio, a)
  const { _id: id } = await studio.call(contract.createPreview, {
    body: { asset: a.asset._id, file: file._id },
  })
  return {
    path: 'previews',
    id,
    kind: previewDocument,
    get: (...[db, caller]: GetArguments) => getPreview(db, viewerOf(caller), id),
    present: presentPreview,
  }
}
