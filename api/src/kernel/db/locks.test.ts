import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadFixtures } from '../../../test/fixtures.ts'
import { LOCKS, isLocked, lockForTransaction, tryLockForTransaction } from './locks.ts'
import { inTransaction } from './transaction.ts'

test('gives every lock its own number', () => {
  const numbers = Object.values(LOCKS)
  assert.equal(new Set(numbers).size, numbers.length)
})

test('takes every advisory lock through this file', () => {
  const src = fileURLToPath(new URL('../../', import.meta.url))
  const others = globSync('**/*.ts', { cwd: src }).filter(
    (file) =>
      !/db\/locks(\.test)?\.ts$/.test(file) &&
      /pg_(try_)?advisory/.test(readFileSync(`${src}${file}`, 'utf8')),
  )
  assert.deepEqual(others, [])
})

test('holds a lock until the transaction ends', async (t) => {
  const { db } = await loadFixtures(t)
  await inTransaction(db, async (tx) => {
    await lockForTransaction(tx, LOCKS.auditSeal)
    await lockForTransaction(tx, LOCKS.slug, 'studio reels')
    assert.equal(await isLocked(db, LOCKS.auditSeal), true)
    assert.equal(await isLocked(db, LOCKS.objectDeletion), false)
    await inTransaction(db, async (secondTx) => {
      assert.equal(await tryLockForTransaction(secondTx, LOCKS.auditSeal), false)
      assert.equal(await tryLockForTransaction(secondTx, LOCKS.slug, 'studio reels'), false)
      assert.equal(await tryLockForTransaction(secondTx, LOCKS.slug, 'studio trailers'), true)
      assert.equal(await tryLockForTransaction(secondTx, LOCKS.territoryCode, 'studio reels'), true)
    })
  })
  assert.equal(await isLocked(db, LOCKS.auditSeal), false)
})
