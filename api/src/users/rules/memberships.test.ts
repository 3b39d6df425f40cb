import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callerFrom } from '../../access/rules.ts'
import {
  editableFields,
  managedStudios,
  managesAccount,
  planMemberships,
  type StoredMembership,
} from './memberships.ts'

const membership = (
  studio: string,
  roles: string[],
  more: Partial<StoredMembership> = {},
): StoredMembership => ({ studio, roles, permissions: [], territory: null, direct: true, ...more })

const caller = (isAdmin: boolean, ...memberships: StoredMembership[]) =>
  callerFrom({
    _id: 'manager',
    name: 'Manager',
    email: 'manager@example.com',
    isAdmin,
    memberships,
    studios: memberships.map(({ studio }) => studio),
    groups: [],
    token: '',
    secondFactor: false,
    recentlyVerified: false,
    lacksSecondFactor: false,
    clockOffset: 0,
  })
const person = { _id: 'person', roles: [] }
const managerOfA = caller(false, membership('a', ['studio']))
const managerOfBoth = caller(false, membership('a', ['studio']), membership('b', ['studio']))
const admin = caller(true)

const shared = [membership('a', ['vendor']), membership('b', ['translator'])]

test('manages a person only in the own studio', () => {
  assert.deepEqual(managedStudios(managerOfA, person, shared), ['a'])
  assert.deepEqual(managedStudios(managerOfBoth, person, shared), ['a', 'b'])
  assert.deepEqual(managedStudios(admin, person, shared), ['a', 'b'])
})

test('does not manage with the permission of another studio', () => {
  const vendorInB = caller(false, membership('a', ['studio']), membership('b', ['vendor']))
  assert.deepEqual(managedStudios(vendorInB, person, shared), ['a'])
})

test('does not manage an admin, themselves or somebody with more permissions', () => {
  assert.deepEqual(managedStudios(managerOfA, { ...person, roles: ['admin'] }, shared), [])
  assert.deepEqual(managedStudios(managerOfA, { ...person, _id: 'manager' }, shared), [])
  assert.deepEqual(managedStudios(managerOfA, person, [membership('a', ['service'])]), [])
})

test('manages an account only with all of its studios', () => {
  assert.equal(managesAccount(managerOfA, person, shared), false)
  assert.equal(managesAccount(managerOfBoth, person, shared), true)
  assert.equal(managesAccount(admin, person, shared), true)
  assert.equal(managesAccount(managerOfA, person, []), false)
})

const template = { roles: ['guest'], permissions: [], territory: null }

test('changes the roles in every managed studio', () => {
  const current = [membership('a', ['vendor']), membership('b', ['vendor'])]
  assert.deepEqual(planMemberships(current, { roles: ['translator'] }, template), {
    ok: true,
    memberships: [membership('a', ['translator']), membership('b', ['translator'])],
  })
})

test('rejects one list of roles for studios in which they differ', () => {
  assert.deepEqual(planMemberships(shared, { roles: ['guest'] }, template), {
    ok: false,
    field: 'roles',
  })
})

test('ignores the order of roles', () => {
  const current = [membership('a', ['vendor', 'guest']), membership('b', ['guest', 'vendor'])]
  assert.equal(planMemberships(current, { roles: ['studio'] }, template).ok, true)
})

test('starts a new membership with the template', () => {
  assert.deepEqual(
    planMemberships([membership('a', ['vendor'])], { studios: ['a', 'c'] }, template),
    {
      ok: true,
      memberships: [membership('a', ['vendor']), membership('c', ['guest'])],
    },
  )
})

test('marks a membership that ends', () => {
  assert.deepEqual(planMemberships(shared, { studios: ['b'] }, template), {
    ok: true,
    memberships: [membership('a', ['vendor'], { direct: false }), membership('b', ['translator'])],
  })
})

test('replaces memberships one by one', () => {
  const { direct: _, ...grant } = membership('b', ['studio'])
  assert.deepEqual(planMemberships(shared, { memberships: [grant] }, template), {
    ok: true,
    memberships: [membership('b', ['studio']), membership('a', ['vendor'], { direct: false })],
  })
})

test('lets a stranger edit nothing', () => {
  const none = { self: false, managesSomeStudio: false, managesAccount: false }
  assert.equal(editableFields(none).size, 0)
})

test('keeps the account out of the hands of those who manage one studio', () => {
  const fields = editableFields({ self: false, managesSomeStudio: true, managesAccount: false })
  for (const field of ['emailNormal', 'status', 'hasEnforced2fa', 'password', 'name'])
    assert.ok(!fields.has(field), field)
  assert.ok(fields.has('roles') && fields.has('memberships'))
})

test('lets a person edit their own settings but not their roles', () => {
  const own = editableFields({ self: true, managesSomeStudio: false, managesAccount: false })
  assert.ok(own.has('preferences') && own.has('password'))
  assert.ok(!own.has('roles') && !own.has('status') && !own.has('emailNormal'))
})
