import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissionsOf } from '../access/rules.ts'
import { grantErrors, mayBeWithoutStudio, presentGroup, wholeAddress } from './rules.ts'

const manager = { roles: ['studio'], permissions: permissionsOf(['studio'], []), studios: ['a'] }
const admin = { roles: ['admin'], permissions: permissionsOf(['admin'], []), studios: [] }

test('a manager gives their own studios, and each other one is a fault where it stands', () => {
  assert.deepEqual(grantErrors(manager, { studios: ['a'] }), [])
  assert.deepEqual(
    grantErrors(manager, { studios: ['b', 'a', 'c'] }).map((fault) => fault.pointer),
    ['/studios/0', '/studios/2'],
  )
})

test('only an admin makes an admin group', () => {
  assert.deepEqual(
    grantErrors(manager, { type: 'a' }).map((fault) => fault.pointer),
    ['/type'],
  )
  assert.deepEqual(grantErrors(admin, { type: 'a', studios: ['b'] }), [])
  for (const type of ['sd', 'rc', 'v'] as const)
    assert.deepEqual(grantErrors(manager, { type }), [])
})

test('only an admin makes a group without a studio', () => {
  assert.equal(mayBeWithoutStudio(admin), true)
  assert.equal(mayBeWithoutStudio(manager), false)
})

test('what is left out of an address is an empty text', () => {
  assert.deepEqual(wholeAddress({ city: 'Lyon' }), {
    name: '',
    address: '',
    city: 'Lyon',
    state: '',
    postalCode: '',
    country: '',
  })
})

test('a group is shown with its link', () => {
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
