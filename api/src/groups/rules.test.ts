import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantErrors, mayBeWithoutStudio, presentGroup, wholeAddress } from './rules.ts'

const manager = { isAdmin: false, studios: ['a'] }
const admin = { isAdmin: true, studios: [] }

test('reports each studio the manager does not have', () => {
  assert.deepEqual(grantErrors(manager, { studios: ['a'] }), [])
  assert.deepEqual(
    grantErrors(manager, { studios: ['b', 'a', 'c'] }).map((error) => error.pointer),
    ['/studios/0', '/studios/2'],
  )
})

test('lets only an admin create an admin group', () => {
  assert.deepEqual(
    grantErrors(manager, { type: 'a' }).map((error) => error.pointer),
    ['/type'],
  )
  assert.deepEqual(grantErrors(admin, { type: 'a', studios: ['b'] }), [])
  for (const type of ['sd', 'rc', 'v'] as const)
    assert.deepEqual(grantErrors(manager, { type }), [])
})

test('lets only an admin create a group without a studio', () => {
  assert.equal(mayBeWithoutStudio(admin), true)
  assert.equal(mayBeWithoutStudio(manager), false)
})

test('stores omitted parts of an address as empty strings', () => {
  assert.deepEqual(wholeAddress({ city: 'Lyon' }), {
    name: '',
    address: '',
    city: 'Lyon',
    state: '',
    postalCode: '',
    country: '',
  })
})

test('presents a group with its link', () => {
  const group = {
    _id: 'a'.repeat(24),
    name: 'Vendors',
    type: 'v' as const,
    studios: [],
    users: [],
    addresses: [],
    created: 5,
  }
  assert.deepEqual(presentGroup(group, { host: 'reelay.test' }), {
    ...group,
    $links: { self: `//reelay.test/api/groups/${group._id}` },
  })
})
