import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { readMasterKeys } from './master-keys.ts'
import { keyOf, openSecret, sealSecret, type SecretColumn } from './seal-secret.ts'

const newKeys = async (text = randomBytes(32).toString('hex')) =>
  (await readMasterKeys({ kind: 'value', text }))!
const keys = await newKeys()
const secretColumn: SecretColumn = { table: 'webhook', column: 'secret', id: 'id' }

test('opens what it sealed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (secret, row) => {
      const sealed = sealSecret(keys, secretColumn, row, secret)
      assert.equal(keyOf(sealed), keys.current().id)
      assert.equal(openSecret(keys, secretColumn, row, sealed), secret)
    }),
  )
})

test('never makes the same text twice', () => {
  const sealed = Array.from({ length: 1000 }, () => sealSecret(keys, secretColumn, 'a', 'secret'))
  assert.equal(new Set(sealed).size, 1000)
})

test('does not open a text of another row, column or table', () => {
  const sealed = sealSecret(keys, secretColumn, 'a', 'secret')
  for (const [place, row] of [
    [secretColumn, 'b'],
    [{ ...secretColumn, column: 'token' }, 'a'],
    [{ ...secretColumn, table: 'twofactor' }, 'a'],
  ] as const)
    assert.throws(() => openSecret(keys, place, row, sealed), /was changed or belongs to another/)
})

test('does not open a text with one flipped bit', () => {
  const sealed = sealSecret(keys, secretColumn, 'a', 'secret')
  const start = sealed.lastIndexOf('.') + 1
  const bytes = Buffer.from(sealed.slice(start), 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(bytes)
    flipped[bit >> 3]! ^= 1 << (bit & 7)
    assert.throws(
      () =>
        openSecret(keys, secretColumn, 'a', sealed.slice(0, start) + flipped.toString('base64url')),
      /was changed/,
    )
  }
  for (const length of [1, 12, 27])
    assert.throws(
      () =>
        openSecret(
          keys,
          secretColumn,
          'a',
          sealed.slice(0, start) + bytes.subarray(0, length).toString('base64url'),
        ),
      /was changed/,
    )
})

test('names the key that is missing', async () => {
  const sealed = sealSecret(keys, secretColumn, 'a', 'secret')
  const other = await newKeys()
  assert.throws(
    () => openSecret(other, secretColumn, 'a', sealed),
    new RegExp(`webhook.secret of a needs the encryption key ${keys.current().id}`),
  )
})

test('does not accept a plain text, which somebody could have put into the table', () => {
  assert.throws(() => openSecret(keys, secretColumn, 'a', 'JBSWY3DPEHPK3PXP'), /is not encrypted/)
})
