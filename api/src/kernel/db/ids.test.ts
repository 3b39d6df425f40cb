import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures } from '../../../test/fixtures.ts'
import { sql } from './sql.ts'

test('generates unique ids of 24 hex digits in order of time', async (t) => {
  const { db } = await loadFixtures(t)
  const { rows } = await sql<{
    id: string
  }>`select new_id() as id from generate_series(1, 10000)`.execute(db)
  const ids = rows.map((row) => row.id)
  assert.equal(new Set(ids).size, 10_000)
  assert.ok(ids.every((id) => /^[0-9a-f]{24}$/.test(id)))
  const moments = ids.map((id) => id.slice(0, 8))
  assert.deepEqual(moments, moments.toSorted())
  assert.ok(
    Math.abs(Number.parseInt(moments[0]!, 16) - Date.now() / 1000) < 3600,
    'the first part is the time',
  )
})

test('fills ids with random digits after the time', async (t) => {
  const { db } = await loadFixtures(t)
  const { rows } = await sql<{
    id: string
  }>`select new_id() as id from generate_series(1, 4000)`.execute(db)
  for (let place = 8; place < 24; place++) {
    assert.equal(
      new Set(rows.map((row) => row.id[place])).size,
      16,
      `place ${place} shows every digit`,
    )
  }
})

test('rounds seconds and folds accents', async (t) => {
  const { db } = await loadFixtures(t)
  const { rows } = await sql<object>`select seconds('2026-01-01T00:00:00.999Z') as seconds,
      fold('Étoile ÀÖ') as folded`.execute(db)
  assert.deepEqual(rows[0], { seconds: 1_767_225_600, folded: 'etoile ao' })
})

test('folds ASCII as the dictionary of accents does', async (t) => {
  const { db } = await loadFixtures(t)
  const { rows } = await sql<object>`
    select n from generate_series(1, 127) n
    where fold('Ab' || chr(n)) <> lower(unaccent('Ab' || chr(n)))
      or fold('é' || chr(n)) <> lower(unaccent('é' || chr(n)))`.execute(db)
  assert.deepEqual(rows, [])
  const { rows: none } = await sql<object>`select fold(null) as folded`.execute(db)
  assert.deepEqual(none[0], { folded: null })
})
