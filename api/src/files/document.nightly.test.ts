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
import { getFile } from './queries.ts'
import { fileDocument } from './queries/document.ts'
import { presentFile } from './rules.ts'

const CHANGES: Change[] = [
  ['the file', `update file set name = 'renamed.mov'`],
  ...CHANGES_OF_MEDIA,
  [
    'a warning that compares the file with another',
    `update file set warnings = '[{"code": "audio.silent", "message": "Silent",
      "severity": "warning", "compared": "original"}]'`,
  ],
  ...CHANGES_OF_FILES,
  [
    'a download',
    `insert into download (studio_id, project_id, asset_id, file_id, person_id)
      select f.studio_id, f.project_id, f.asset_id, f.id, m.person_id
      from file f join membership m on m.studio_id = f.studio_id`,
  ],
  ...CHANGES_OF_CALLERS,
  ['the end of the workflow', `update asset set terminal = not terminal`],
  ['a removed file', `update file set removed_at = now()`],
]

testPreparedReplies({ create: createFileRecord, changes: CHANGES, readers: PREPARED_READERS })

async function createFileRecord({ a }: Pick<Fixtures, 'a'>) {
  const { _id: id } = await uploadFile(a.people.studio, a)
  return {
    path: 'files',
    id,
    kind: fileDocument,
    get: (...[db, caller]: GetArguments) => getFile(db, viewerOf(caller), id),
    present: presentFile,
  }
}
