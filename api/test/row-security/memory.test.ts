// The functions that search the translation memory run as the owner.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Db } from '../../src/kernel/db/connect.ts'
import { sql } from '../../src/kernel/db/sql.ts'
import { inTransaction } from '../../src/kernel/db/transaction.ts'
import { storeUnits } from '../../src/memory/commands/store-units.ts'
import { minhashSignature, markupKey } from '@reelay/translation-memory'
import { loadFixtures, type StudioFixtures } from '../fixtures.ts'
import { newOrder } from '../orders.ts'
import { createWorkRequest } from '../../src/workrequests/contract.ts'

const SOURCE = 'Who draws the map?'
const KEY = markupKey(SOURCE)

async function storeLine(db: Db, side: StudioFixtures): Promise<void> {
  const { translation } = await side.people.territory.call(createWorkRequest, {
    body: newOrder(side),
  })
  await inTransaction(db, (tx) =>
    storeUnits(tx, {
      studio: side.studio._id,
      project: side.project._id,
      asset: side.asset._id,
      translation: translation._id,
      sourceLanguage: 'eng',
      language: 'deu',
      approvedBy: side.people.studio._id,
      lines: [{ _id: '1', source: SOURCE, text: 'Wer zeichnet die Karte?' }],
    }),
  )
}

async function search(on: Db, studio: string) {
  const scope = { studio, sourceLanguage: 'eng', language: 'deu' }
  const { rows } = await sql<{ keys: string[]; units: string[] }>`
    select
      array(select find_memory_keys(
        ${studio}, 'eng', 'deu', ${minhashSignature(scope, KEY)}::int[], 1, 500)) as keys,
      array(select find_memory_units(${studio}, 'eng', 'deu', ${[KEY]}::text[])) as units`.execute(
    on,
  )
  return rows[0]!
}

test('finds lines of the stated studios only', async (t) => {
  const { a, b, app, db } = await loadFixtures(t)
  await storeLine(db, a)
  await storeLine(db, b)
  const asA = app.database.as({ person: a.people.studio._id, studios: [a.studio._id] })
  const own = await search(asA, a.studio._id)
  assert.deepEqual(own.keys, [KEY])
  assert.equal(own.units.length, 1)
  assert.deepEqual(await search(asA, b.studio._id), { keys: [], units: [] })
  const nobody = app.database.as({ person: null, studios: [] })
  assert.deepEqual(await search(nobody, a.studio._id), { keys: [], units: [] })
  assert.equal((await search(app.database.system, b.studio._id)).units.length, 1)
})
