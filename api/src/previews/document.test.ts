// A prepared reply must always match the stored data. The test changes every source of a reply and
// compares what each reader gets with the reply that is assembled from the rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { uploadFile } from '../../test/orders.ts'
import {
  CHANGES_OF_CALLERS,
  CHANGES_OF_FILES,
  CHANGES_OF_MEDIA,
  assertOneStatement,
  compareAfterChanges,
  readersOf,
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

test('sends prepared replies that match the stored data after every change', async (t) => {
  const fixtures = await loadFixtures(t)
  const record = await createPreviewRecord(fixtures)
  const readers = await readersOf(fixtures)
  const prepared = await compareAfterChanges(fixtures, record, { readers, changes: CHANGES })
  assert.deepEqual(prepared, [
    'admin',
    'other-vendor',
    'service-a',
    'studio-a',
    'territory-a',
    'translator-vendor',
    'vendor-a',
  ])
})

test('sends a prepared reply with one statement', async (t) => {
  const fixtures = await loadFixtures(t)
  const record = await createPreviewRecord(fixtures)
  await assertOneStatement(fixtures, record, fixtures.a.people.studio)
})

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
