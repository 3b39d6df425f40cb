import assert from 'node:assert/strict'
import { test } from 'node:test'
import { access } from '@reelay/api/contract'
import { sectionAt, sectionsFor } from './sections.ts'

const namesFor = (role: access.Role) =>
  sectionsFor(access.permissionsOf([role], [])).map(({ name }) => name)

test('each finds the parts that their permissions open', () => {
  assert.equal(namesFor('admin').length, 11)
  assert.deepEqual(namesFor('studio'), [
    'users',
    'groups',
    'studios',
    'projects',
    'webhooks',
    'audit',
  ])
  assert.deepEqual(namesFor('vendor'), [])
})

test('an address belongs to the part it begins with, and to no other', () => {
  assert.equal(sectionAt('/administration/users/507f1f77bcf86cd799439011')?.name, 'users')
  assert.equal(sectionAt('/administration/users-of-old'), undefined)
  assert.equal(sectionAt('/administration'), undefined)
})
