import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressesOf, withAddresses } from './addresses-of.ts'

const ID = 'a'.repeat(24)

test('a field shows addresses and keeps what is none', () => {
  const kept = ['ada@example.com', ID, { email: 'bo@example.com', name: 'Bo' }, { _id: ID, email: 'cy@example.com' }, 7]
  assert.deepEqual(addressesOf(kept), ['ada@example.com', 'bo@example.com'])
  assert.deepEqual(withAddresses(kept, 'bo@example.com; di@example.com, di@example.com'), [ID, { _id: ID, email: 'cy@example.com' }, 7, { email: 'bo@example.com', name: 'Bo' }, 'di@example.com'])
  assert.deepEqual(withAddresses(['ada@example.com'], ''), [])
})
