// No order of embargoes, revocations, expiries and removals lets a guest see more than the share
// shows at that moment, with any link or token that was given out before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { uploadFile } from '../../test/orders.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { asGuest, codeOf } from '../../test/share-fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

const ACTIONS = [
  'open',
  'embargo',
  'lift',
  'remove',
  'restore',
  'expire',
  'renew',
  'revoke',
] as const
type Action = (typeof ACTIONS)[number]
const NAME = 'Velmarra-secret.mp4'
const BYTES = 'the film that nobody may see yet'

async function createModel(fixtures: Fixtures) {
  const { a, db } = fixtures
  const { studio } = a.people
  const file = await uploadFile(studio, a, NAME, BYTES)
  const share = await studio.call(contract.createShare, {
    body: { kind: 'files', files: [file._id] },
  })
  const code = codeOf(share)
  const state = { embargoed: false, removed: false, expired: false, revoked: false }
  const tokens: string[] = []
  const urls: string[] = []
  const isLive = () => !state.expired && !state.revoked
  const isShown = () => isLive() && !state.embargoed && !state.removed

  const act: Record<Action, () => Promise<unknown>> = {
    async open() {
      const response = await rawRequest(fixtures, `/api/s/${code}/open`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        payload: '{}',
      })
      assert.equal(response.statusCode, isLive() ? 200 : 410)
      assert.equal(response.body.includes(NAME), isShown())
      if (!isLive()) return
      const opened = response.json<{ token: string; share: contract.SharedPage }>()
      tokens.push(opened.token)
      urls.push(...opened.share.files.flatMap(({ download }) => download ?? []))
      if (opened.share.archive) urls.push(opened.share.archive.url)
    },
    embargo: () => {
      state.embargoed = true
      return sql`update file set embargo_end = now() + interval '1 day'
        where id = ${file._id}`.execute(db)
    },
    lift: () => {
      state.embargoed = false
      return sql`update file set embargo_end = null where id = ${file._id}`.execute(db)
    },
    remove: () => {
      state.removed = true
      return sql`update file set removed_at = now() where id = ${file._id}`.execute(db)
    },
    restore: () => {
      state.removed = false
      return sql`update file set removed_at = null where id = ${file._id}`.execute(db)
    },
    expire: () => {
      state.expired = true
      return sql`update share set expires_at = now() where id = ${share._id}`.execute(db)
    },
    renew: () => {
      state.expired = false
      return sql`update share set expires_at = now() + interval '1 day'
        where id = ${share._id}`.execute(db)
    },
    revoke: async () => {
      state.revoked = true
      // Whoever had opened the link before has no session any more.
      await studio.call(contract.revokeShare, { params: { id: share._id } })
    },
  }
  const check = async () => {
    for (const url of urls) {
      const { statusCode, body } = await rawRequest(fixtures, url)
      assert.equal(statusCode === 200, isShown(), url)
      assert.equal(body.includes(BYTES), isShown(), url)
    }
    for (const token of tokens) {
      const { statusCode, body } = await asGuest(fixtures, '/api/shared', { token })
      assert.equal(statusCode, isLive() ? 200 : 401)
      assert.equal(body.includes(NAME), isShown())
    }
  }
  return { act, check }
}

test('shows a file only while its share is live and nothing hides it', async (t) => {
  const fixtures = await loadFixtures(t, { DOWNLOAD_BUDGET: '100000' })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...ACTIONS), { minLength: 3, maxLength: 8 }),
      async (actions) => {
        const { act, check } = await createModel(fixtures)
        for (const action of ['open' as const, ...actions]) {
          await act[action]()
          await check()
        }
      },
    ),
    { numRuns: 12, endOnFailure: true },
  )
})
