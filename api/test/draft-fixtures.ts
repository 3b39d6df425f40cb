import type { TestContext } from 'node:test'
import { sql } from '../src/kernel/db/sql.ts'
import * as contract from '../src/machinedrafts/contract.ts'
import * as scripts from '../src/scripts/contract.ts'
import { translationLines } from '../src/translations/contract.ts'
import { createWorkRequest } from '../src/workrequests/contract.ts'
import { startDraftServer, TEST_KEY } from './draft-server.ts'
import { loadFixtures, type TestUser } from './fixtures.ts'
import { newOrder } from './orders.ts'

/** A translation whose lines are empty, with an English script, and a server that drafts. */
export async function loadDraftFixtures(t: TestContext, sources: readonly string[]) {
  const fixtures = await loadFixtures(t, { DRAFTS_PRIVATE: '1' })
  const { a, db } = fixtures
  const { studio, territory, vendor } = a.people
  const script = await studio.call(scripts.createScript, {
    body: { asset: a.asset._id, part: 'dialogue', language: 'eng' },
  })
  await studio.call(scripts.scriptLines.put, {
    params: { id: script._id },
    body: sources.map((text, index) => ({
      number: index + 1,
      text,
      startTime: timecode(index * 2),
      stopTime: timecode(index * 2 + 1),
    })),
  })
  const request = await territory.call(createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  const params = { id: request.translation._id }
  const server = await startDraftServer(t)
  return {
    ...fixtures,
    server,
    params,
    put: (body: Partial<contract.DraftProviderInput> = {}, by: TestUser = studio) =>
      by.call(contract.putDraftProvider, {
        params: { id: a.studio._id, task: 'translation' },
        body: { kind: 'libretranslate', url: server.url, secret: TEST_KEY, ...body },
      }),
    start: (by: TestUser = vendor) => by.call(contract.draftTranslation, { params }),
    latest: async (by: TestUser = vendor) =>
      (await by.call(contract.getTranslationDrafts, { params })).runs[0]!,
    lines: () => vendor.call(translationLines.list, { params }),
    /** Puts a new file of the asset under embargo. */
    embargo: () =>
      sql`insert into file (studio_id, project_id, asset_id, owner_id, name, embargo_end)
        values (${a.studio._id}, ${a.project._id}, ${a.asset._id}, ${studio._id}, 'secret.mov',
          now() + interval '1 day')`.execute(db),
  }
}

const timecode = (seconds: number) =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')},000`
