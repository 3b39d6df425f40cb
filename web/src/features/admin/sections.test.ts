import assert from 'node:assert/strict'
import { test } from 'node:test'
import { access } from '@reelay/api/contract'
import { sectionAt, sectionsFor } from './sections.ts'

const namesFor = (role: access.Role) =>
  sectionsFor(access.permissionsOf([role], [])).map(({ name }) => name)

test('lists the sections allowed by the permissions', () => {
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

test('finds the section of a path by its prefix', () => {
  assert.equal(sectionAt('/administration/users/507f1f77bcf86cd799439011')?.name, 'users')
  assert.equal(sectionAt('/administration/users-of-old'), undefined)
  assert.equal(sectionAt('/administration'), undefined)
})
