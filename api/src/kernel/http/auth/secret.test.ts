import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestSecret, newSecret } from './secret.ts'

test('generates 32 random bytes in URL-safe letters', () => {
  const secrets = Array.from({ length: 1000 }, newSecret)
  for (const secret of secrets) assert.match(secret, /^[\w-]{43}$/)
  assert.equal(new Set(secrets).size, 1000)
})

test('does not reveal the secret in its digest', () => {
  const secret = newSecret()
  assert.equal(digestSecret(secret), digestSecret(secret))
  assert.match(digestSecret(secret), /^[\w-]{43}$/)
  assert.notEqual(digestSecret(secret), secret)
  assert.notEqual(digestSecret(secret), digestSecret(secret.toLowerCase()))
})
