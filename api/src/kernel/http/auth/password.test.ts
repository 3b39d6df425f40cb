import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useRealHashCost } from '../../../../test/hash-cost.ts'
import { HASH_QUEUE, hashPassword, verifyPassword } from './password.ts'
import { Problem } from '../contract/problem.ts'

test('verifies a password against its hash', async () => {
  const hash = await hashPassword('Correct horse: 9', 'here')
  assert.ok(await verifyPassword('Correct horse: 9', hash, 'here'))
  for (const wrongPassword of [
    'correct horse: 9',
    'Correct horse: 9 ',
    ' Correct horse: 9',
    'Correct horse: ',
    '',
  ])
    assert.ok(!(await verifyPassword(wrongPassword, hash, 'here')), wrongPassword)
  const german = await hashPassword('Größe-пароль-9', 'here')
  assert.ok(!(await verifyPassword('Grosse-пароль-9', german, 'here')))
})

test('salts hashes and stores the argon2id settings in them', async (t) => {
  await useRealHashCost(t)
  const [first, second] = [
    await hashPassword('the same', 'here'),
    await hashPassword('the same', 'here'),
  ]
  assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.notEqual(first, second)
})

test('uses every letter of a long password', async () => {
  const hash = await hashPassword(`${'x'.repeat(127)}a`, 'here')
  assert.ok(await verifyPassword(`${'x'.repeat(127)}a`, hash, 'here'))
  assert.ok(!(await verifyPassword(`${'x'.repeat(127)}b`, hash, 'here')))
  assert.ok(
    !(await verifyPassword(
      'x'.repeat(72),
      await hashPassword(`${'x'.repeat(72)}y`, 'here'),
      'here',
    )),
  )
})

test('accepts both Unicode forms of a letter', async () => {
  assert.ok(
    await verifyPassword(
      'caf\u00e9 au lait',
      await hashPassword('cafe\u0301 au lait', 'here'),
      'here',
    ),
  )
})

test('accepts no password when there is no hash', async () => {
  assert.ok(!(await verifyPassword('anything', null, 'here')))
  assert.ok(!(await verifyPassword('', undefined, 'here')))
})

test('verifies a hash with older settings', async () => {
  const { argon2Sync } = await import('node:crypto')
  const nonce = Buffer.alloc(16, 7)
  const tag = argon2Sync('argon2id', {
    message: 'long ago',
    nonce,
    memory: 8192,
    passes: 1,
    parallelism: 1,
    tagLength: 24,
  })
  const hash = `$argon2id$v=19$m=8192,t=1,p=1$${nonce.toString('base64').replaceAll('=', '')}$${Buffer.from(tag).toString('base64').replaceAll('=', '')}`
  assert.ok(await verifyPassword('long ago', hash, 'here'))
  assert.ok(!(await verifyPassword('longer ago', hash, 'here')))
})

test('rejects sign-ins with 503 when the queue is full', async (t) => {
  await useRealHashCost(t)
  const { concurrency, maxWaiting } = HASH_QUEUE
  const outcomes = await Promise.allSettled(
    Array.from({ length: concurrency + maxWaiting + 4 }, () => verifyPassword('x', null, 'here')),
  )
  const rejected = outcomes
    .filter((outcome) => outcome.status === 'rejected')
    .map((outcome) => outcome.reason as unknown)
  assert.equal(rejected.length, 4)
  for (const error of rejected)
    assert.ok(
      error instanceof Problem && error.status === 503 && Number(error.headers['retry-after']) > 0,
    )
})
