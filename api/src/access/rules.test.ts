import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  HOLDS,
  RIGHTS,
  ROLES,
  beyondGiver,
  rightsOf,
  rolesThatHold,
  type Right,
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
      ROLES.filter((role) => rightsOf([role], []).has(right)),
      holders,
    )
  })

test('the table knows no other right', () => {
  assert.deepEqual(
    [...new Set(Object.values(HOLDS).flat())].toSorted(),
    Object.keys(HOLDERS).toSorted(),
  )
})

for (const right of RIGHTS)
  test(`${right} can be asked from the other side`, () => {
    assert.deepEqual(rolesThatHold(right), HOLDERS[right])
  })

test('rights add up over roles and permissions', () => {
  fc.assert(
    fc.property(fc.subarray([...ROLES]), fc.subarray([...RIGHTS]), (roles, permissions) => {
      const rights = rightsOf(roles, permissions)
      for (const right of [...permissions, ...roles.flatMap((role) => HOLDS[role])])
        assert.ok(rights.has(right))
      assert.equal(
        rights.size,
        new Set([...permissions, ...roles.flatMap((role) => HOLDS[role])]).size,
      )
    }),
  )
})

test('a guest holds nothing, and neither does nobody', () => {
  assert.equal(rightsOf(['guest'], []).size, 0)
  assert.equal(rightsOf([], []).size, 0)
  assert.equal(rightsOf(['unheard-of'], []).size, 0)
})

const giver = (
  roles: Role[],
  { permissions = [], studios = [] }: { permissions?: Right[]; studios?: string[] } = {},
) => ({ roles, rights: rightsOf(roles, permissions), studios })

test('an admin may give everything', () => {
  assert.deepEqual(
    beyondGiver(giver(['admin']), { roles: ROLES, permissions: RIGHTS, studios: ['anywhere'] }),
    [],
  )
})

test('a manager makes managers, territories, vendors, translators and guests, but no admin and no machine', () => {
  assert.deepEqual(beyondGiver(giver(['studio']), { roles: ROLES }), ['admin', 'service'])
})

test('a manager who also holds event.write may make a machine', () => {
  assert.deepEqual(
    beyondGiver(giver(['studio'], { permissions: ['event.write'] }), { roles: ['service'] }),
    [],
  )
})

test('all single rights together make no manager', () => {
  assert.deepEqual(
    beyondGiver(giver(['guest'], { permissions: [...RIGHTS] }), {
      roles: ['admin', 'studio', 'vendor'],
    }),
    ['admin', 'studio'],
  )
})

test('anybody may make a guest, who holds nothing', () => {
  for (const role of ROLES) assert.deepEqual(beyondGiver(giver([role]), { roles: ['guest'] }), [])
})

for (const role of ROLES.filter((each) => each !== 'admin'))
  test(`of the single rights, ${role} can give those it holds`, () => {
    assert.deepEqual(
      beyondGiver(giver([role]), { permissions: RIGHTS }),
      RIGHTS.filter((right) => !HOLDS[role].includes(right)),
    )
  })

test('a studio can be given by who is in it', () => {
  assert.deepEqual(beyondGiver(giver(['studio'], { studios: ['a'] }), { studios: ['a', 'b'] }), [
    'b',
  ])
})

test('nothing asked is nothing refused', () => {
  assert.deepEqual(beyondGiver(giver(['guest']), {}), [])
})

test('nobody can give away more than they hold, whatever they ask', () => {
  fc.assert(
    fc.property(
      fc.subarray(ROLES.filter((role) => role !== 'admin')),
      fc.subarray([...RIGHTS]),
      fc.subarray([...ROLES]),
      fc.subarray([...RIGHTS]),
      (own, ownRights, roles, permissions) => {
        const from = giver(own, { permissions: ownRights })
        const beyond = new Set(beyondGiver(from, { roles, permissions }))
        const given = rightsOf(
          roles.filter((role) => !beyond.has(role)),
          permissions.filter((right) => !beyond.has(right)),
        )
        for (const right of given) assert.ok(from.rights.has(right), right)
      },
    ),
  )
})
