import assert from 'node:assert/strict'
import { test } from 'node:test'
import { access } from '@reelay/api/contract'
import { permissionsHeld } from './permissions.ts'

test('tells where each permission comes from', () => {
  assert.deepEqual(
    permissionsHeld({
      roles: ['vendor', 'translator'],
      permissions: ['report.read', 'file.write'],
    }),
    [
      { right: 'file.write', roles: ['vendor'], given: true },
      { right: 'file.download', roles: ['vendor'], given: false },
      { right: 'workrequest.work', roles: ['vendor'], given: false },
      { right: 'translation.write', roles: ['vendor', 'translator'], given: false },
      { right: 'report.read', roles: [], given: true },
    ],
  )
  assert.deepEqual(permissionsHeld({ roles: ['guest'], permissions: [] }), [])
})

test('matches the permissions of the API for every role', () => {
  for (const role of access.ROLES)
    assert.deepEqual(
      new Set(
        permissionsHeld({ roles: [role], permissions: [] }).map(({ right }) => right as string),
      ),
      access.permissionsOf([role], []),
    )
})
