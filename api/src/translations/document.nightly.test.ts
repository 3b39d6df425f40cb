import type { Fixtures } from '../../test/fixtures.ts'
import {
  CHANGES_OF_CALLERS,
  CHANGES_OF_VENDORS,
  PREPARED_READERS,
  testPreparedReplies,
  type Change,
  type GetArguments,
} from '../../test/prepared-replies.ts'
import { orderFor } from '../../test/vendor-fixtures.ts'
import { viewerOf } from '../access/queries/visibility.ts'
import * as contract from './contract.ts'
import { getTranslation } from './queries.ts'
import { translationDocument } from './queries/document.ts'
import { presentTranslation } from './rules/translation.ts'

const CHANGES: Change[] = [
  ['the translation', `update translation set reason = 'Too long'`],
  [
    'a line',
    `with line as (
        insert into text_track_line (text_track_id, start_ms, stop_ms, position, text)
        select id, 1000, 2000, 1, 'Neu' from text_track)
      update text_track set revision = revision + 1`,
  ],
  ['an approved translation', `update translation set status = 'approved'`],
  [
    'the name of the translator',
    `update person set name = 'Renamed' where name like 'translator%'`,
  ],
  ['a group', `update people_group set name = 'Renamed group'`],
  [
    'group members',
    `insert into group_person (group_id, person_id)
      select g.id, tr.translator_id from people_group g, translation tr
      where tr.translator_id is not null on conflict do nothing`,
  ],
  ['studios of a group', `delete from group_studio`],
  ...CHANGES_OF_VENDORS,
  ['a draft', `update work_request set submitted_at = null`],
  ['a submitted request', `update work_request set submitted_at = now()`],
  ['another territory', `update work_request set territory = 'FR'`],
  ['another owner', `update work_request set owner_id = (select id from person limit 1)`],
  ['the territory of the reader', `update work_request set territory = 'DE'`],
  ...CHANGES_OF_CALLERS,
  ['no translator', `update translation set translator_id = null`],
  ['no translation', `delete from translation`],
]

testPreparedReplies({
  create: createTranslationRecord,
  changes: CHANGES,
  readers: [...PREPARED_READERS, 'translator-a'].toSorted(),
})

async function createTranslationRecord({ a }: Pick<Fixtures, 'a'>) {
  const { translation } = await orderFor(a)
  const id = translation._id
  await a.people.vendor.call(contract.changeTranslation, {
    params: { id },
    body: { translator: a.people.translator._id },
  })
  return {
    path: 'translations',
    id,
    kind: translationDocument,
    get: (...[db, caller]: GetArguments) => getTranslation(db, viewerOf(caller), id),
    present: presentTranslation,
  }
}
