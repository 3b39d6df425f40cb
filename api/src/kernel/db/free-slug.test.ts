import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures } from '../../../test/fixtures.ts'
import { Problem } from '../http/contract/problem.ts'
import * as studios from '../../studios/contract.ts'
import { freeSlug } from './free-slug.ts'
import { inTransaction } from './transaction.ts'

test('numbers a slug from a name, and rejects a given slug that is taken', async (t) => {
  const { db } = await loadFixtures(t)
  const free = (wish: { slug?: string; name: string }) =>
    inTransaction(db, (tx) => freeSlug(tx, 'studio', wish))
  assert.equal(await free({ name: 'Studio A' }), 'studio-a-2')
  assert.equal(await free({ name: 'Studio C' }), 'studio-c')
  assert.equal(await free({ slug: 'mine', name: 'Studio A' }), 'mine')
  await assert.rejects(
    free({ slug: 'studio-a', name: 'x' }),
    (error) => error instanceof Problem && error.status === 409 && error.code === 'slug.exists',
  )
})

test('fills a gap in the numbers', async (t) => {
  const { admin, db } = await loadFixtures(t)
  for (const slug of ['reel', 'reel-2', 'reel-4'])
    await admin.call(studios.createStudio, { body: { name: 'Reel', slug } })
  assert.equal(await inTransaction(db, (tx) => freeSlug(tx, 'studio', { name: 'Reel' })), 'reel-3')
})

test('gives ten studios of the same name different slugs', async (t) => {
  const { admin } = await loadFixtures(t)
  const created = await Promise.all(
    Array.from({ length: 10 }, () => admin.call(studios.createStudio, { body: { name: 'Rush' } })),
  )
  assert.deepEqual(
    created.map((studio) => studio.slug).toSorted(),
    ['rush', ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => `rush-${number}`)].toSorted(),
  )
})

test('gives a slug to one of ten simultaneous requests', async (t) => {
  const { admin } = await loadFixtures(t)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () =>
      admin.call(studios.createStudio, { body: { name: 'Rush', slug: 'rush' } }),
    ),
  )
  assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled').length, 1)
})
