import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  ROLE_PERMISSIONS,
  PERMISSIONS,
  ROLES,
  missingForGrant,
  permissionsOf,
  rolesWith,
  type Permission,
  type Role,
} from './rules.ts'

/** The same table by permission: the roles that have it. */
const HOLDERS: Record<string, Role[]> = {
  'asset.write': ['admin', 'studio', 'service'],
  'file.write': ['admin', 'studio', 'vendor', 'service'],
  'file.download': ['admin', 'studio', 'territory', 'vendor'],
  'embargo.bypass': ['admin', 'studio', 'service'],
  'workrequest.create': ['admin', 'studio', 'territory'],
  'workrequest.work': ['admin', 'studio', 'vendor'],
  'workrequest.approve': ['admin', 'studio', 'territory'],
  'translation.write': ['admin', 'studio', 'territory', 'vendor', 'translator'],
  'translation.approve': ['admin', 'studio', 'territory'],
  'user.manage': ['admin', 'studio'],
  'report.read': ['admin', 'studio'],
  'event.write': ['admin', 'service'],
  'studio.manage': ['admin', 'studio'],
  'installation.manage': ['admin'],
}

for (const [right, holders] of Object.entries(HOLDERS))
  test(`${right} belongs to ${holders.join(', ')}`, () => {
    assert.deepEqual(
      ROLES.filter((role) => permissionsOf([role], []).has(right)),
      holders,
    )
  })

test('contains no other permission', () => {
  assert.deepEqual(
    [...new Set(Object.values(ROLE_PERMISSIONS).flat())].toSorted(),
    Object.keys(HOLDERS).toSorted(),
  )
})

for (const right of PERMISSIONS)
  test(`finds the roles with ${right}`, () => {
    assert.deepEqual(rolesWith(right), HOLDERS[right])
  })

test('combines the permissions of roles and grants', () => {
  fc.assert(
    fc.property(fc.subarray([...ROLES]), fc.subarray([...PERMISSIONS]), (roles, permissions) => {
      const all = permissionsOf(roles, permissions)
      for (const right of [...permissions, ...roles.flatMap((role) => ROLE_PERMISSIONS[role])])
        assert.ok(all.has(right))
      assert.equal(
        all.size,
        new Set([...permissions, ...roles.flatMap((role) => ROLE_PERMISSIONS[role])]).size,
      )
    }),
  )
})

test('gives a guest no permission', () => {
  assert.equal(permissionsOf(['guest'], []).size, 0)
  assert.equal(permissionsOf([], []).size, 0)
  assert.equal(permissionsOf(['unheard-of'], []).size, 0)
})

const grantor = (roles: Role[], { permissions = [] }: { permissions?: Permission[] } = {}) => ({
  isAdmin: roles.includes('admin'),
  permissions: permissionsOf(roles, permissions),
})

test('lets an admin grant everything', () => {
  assert.deepEqual(
    missingForGrant(grantor(['admin']), {
      roles: ROLES,
      permissions: PERMISSIONS,
    }),
    [],
  )
})

test('lets a manager grant every role except admin and service', () => {
  assert.deepEqual(missingForGrant(grantor(['studio']), { roles: ROLES }), ['admin', 'service'])
})

test('lets a manager with event.write grant the service role', () => {
  assert.deepEqual(
    missingForGrant(grantor(['studio'], { permissions: ['event.write'] }), { roles: ['service'] }),
    [],
  )
})

test('does not make a manager of somebody with every single permission', () => {
  assert.deepEqual(
    missingForGrant(grantor(['guest'], { permissions: [...PERMISSIONS] }), {
      roles: ['admin', 'studio', 'vendor'],
    }),
    ['admin', 'studio'],
  )
})

test('lets anybody create a guest', () => {
  for (const role of ROLES)
    assert.deepEqual(missingForGrant(grantor([role]), { roles: ['guest'] }), [])
})

for (const role of ROLES.filter((each) => each !== 'admin'))
  test(`lets ${role} grant the permissions it has`, () => {
    assert.deepEqual(
      missingForGrant(grantor([role]), { permissions: PERMISSIONS }),
      PERMISSIONS.filter((right) => !ROLE_PERMISSIONS[role].includes(right)),
    )
  })

test('accepts an empty grant', () => {
  assert.deepEqual(missingForGrant(grantor(['guest']), {}), [])
})

test('never lets anybody grant more than they have', () => {
  fc.assert(
    fc.property(
      fc.subarray(ROLES.filter((role) => role !== 'admin')),
      fc.subarray([...PERMISSIONS]),
      fc.subarray([...ROLES]),
      fc.subarray([...PERMISSIONS]),
      (own, ownRights, roles, permissions) => {
        const from = grantor(own, { permissions: ownRights })
        const missing = new Set(missingForGrant(from, { roles, permissions }))
        const granted = permissionsOf(
          roles.filter((role) => !missing.has(role)),
          permissions.filter((right) => !missing.has(right)),
        )
        for (const right of granted) assert.ok(from.permissions.has(right), right)
      },
    ),
  )
})
