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

/** The table once more, from the side of the right: who holds it. */
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
  test(`${right} is held by ${holders.join(', ')}`, () => {
    assert.deepEqual(
      ROLES.filter((role) => permissionsOf([role], []).has(right)),
      holders,
    )
  })

test('the table knows no other right', () => {
  assert.deepEqual(
    [...new Set(Object.values(ROLE_PERMISSIONS).flat())].toSorted(),
    Object.keys(HOLDERS).toSorted(),
  )
})

for (const right of PERMISSIONS)
  test(`${right} can be asked from the other side`, () => {
    assert.deepEqual(rolesWith(right), HOLDERS[right])
  })

test('permissions add up over roles and permissions', () => {
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

test('a guest holds nothing, and neither does nobody', () => {
  assert.equal(permissionsOf(['guest'], []).size, 0)
  assert.equal(permissionsOf([], []).size, 0)
  assert.equal(permissionsOf(['unheard-of'], []).size, 0)
})

const giver = (
  roles: Role[],
  { permissions = [], studios = [] }: { permissions?: Permission[]; studios?: string[] } = {},
) => ({ roles, permissions: permissionsOf(roles, permissions), studios })

test('an admin may give everything', () => {
  assert.deepEqual(
    missingForGrant(giver(['admin']), {
      roles: ROLES,
      permissions: PERMISSIONS,
      studios: ['anywhere'],
    }),
    [],
  )
})

test('a manager makes managers, territories, vendors, translators and guests, but no admin and no machine', () => {
  assert.deepEqual(missingForGrant(giver(['studio']), { roles: ROLES }), ['admin', 'service'])
})

test('a manager who also holds event.write may make a machine', () => {
  assert.deepEqual(
    missingForGrant(giver(['studio'], { permissions: ['event.write'] }), { roles: ['service'] }),
    [],
  )
})

test('all single permissions together make no manager', () => {
  assert.deepEqual(
    missingForGrant(giver(['guest'], { permissions: [...PERMISSIONS] }), {
      roles: ['admin', 'studio', 'vendor'],
    }),
    ['admin', 'studio'],
  )
})

test('anybody may make a guest, who holds nothing', () => {
  for (const role of ROLES)
    assert.deepEqual(missingForGrant(giver([role]), { roles: ['guest'] }), [])
})

for (const role of ROLES.filter((each) => each !== 'admin'))
  test(`of the single permissions, ${role} can give those it holds`, () => {
    assert.deepEqual(
      missingForGrant(giver([role]), { permissions: PERMISSIONS }),
      PERMISSIONS.filter((right) => !ROLE_PERMISSIONS[role].includes(right)),
    )
  })

test('a studio can be given by who is in it', () => {
  assert.deepEqual(
    missingForGrant(giver(['studio'], { studios: ['a'] }), { studios: ['a', 'b'] }),
    ['b'],
  )
})

test('nothing asked is nothing refused', () => {
  assert.deepEqual(missingForGrant(giver(['guest']), {}), [])
})

test('nobody can give away more than they hold, whatever they ask', () => {
  fc.assert(
    fc.property(
      fc.subarray(ROLES.filter((role) => role !== 'admin')),
      fc.subarray([...PERMISSIONS]),
      fc.subarray([...ROLES]),
      fc.subarray([...PERMISSIONS]),
      (own, ownRights, roles, permissions) => {
        const from = giver(own, { permissions: ownRights })
        const beyond = new Set(missingForGrant(from, { roles, permissions }))
        const given = permissionsOf(
          roles.filter((role) => !beyond.has(role)),
          permissions.filter((right) => !beyond.has(right)),
        )
        for (const right of given) assert.ok(from.permissions.has(right), right)
      },
    ),
  )
})
