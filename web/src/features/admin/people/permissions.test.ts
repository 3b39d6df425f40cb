import assert from 'node:assert/strict'
import { test } from 'node:test'
import { access } from '@reelay/api/contract'
import { listPermissionSources } from './permissions.ts'

test('lists the roles and the direct grant that each permission comes from', () => {
  assert.deepEqual(
    listPermissionSources({
      roles: ['vendor', 'translator'],
      permissions: ['report.read', 'file.write'],
    }),
    [
      { permission: 'file.write', roles: ['vendor'], isGrantedDirectly: true },
      { permission: 'file.download', roles: ['vendor'], isGrantedDirectly: false },
      { permission: 'workrequest.work', roles: ['vendor'], isGrantedDirectly: false },
      {
        permission: 'translation.write',
        roles: ['vendor', 'translator'],
        isGrantedDirectly: false,
      },
      { permission: 'report.read', roles: [], isGrantedDirectly: true },
    ],
  )
  assert.deepEqual(listPermissionSources({ roles: ['guest'], permissions: [] }), [])
})

test('lists the same permissions for each role as the API', () => {
  for (const role of access.ROLES)
    assert.deepEqual(
      new Set(
        listPermissionSources({ roles: [role], permissions: [] }).map(
          ({ permission }) => permission as string,
        ),
      ),
      access.permissionsOf([role], []),
    )
})
