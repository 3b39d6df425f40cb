import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../http/contract/problem.ts'
import { asc, desc, follows, orderBy, sqlOrder, type Order } from './order.ts'
import { sql } from './sql.ts'

const allowed = { name: sql`x.name`, created: sql`x.created_at` }
const order = (name: string | undefined) =>
  sqlOrder(orderBy(name, allowed, '-created', sql`x.id`)).compose().text
const after = (keys: Order) =>
  follows(
    keys,
    keys.map((_, index) => String(index)),
  ).compose().text

test('sorts ascending, or descending with a minus, and then by id', () => {
  assert.equal(order('name'), 'x.name asc, x.id asc')
  assert.equal(order('-name'), 'x.name desc, x.id desc')
})

test('sorts by several fields, each in its direction', () => {
  assert.equal(order('-name,created'), 'x.name desc, x.created_at asc, x.id asc')
})

test('compares a whole row with a cursor, so that an index of the order finds the place', () => {
  assert.equal(after(desc(sql`x.a`, sql`x.id`)), '(x.a, x.id) < ($1, $2)')
  assert.equal(after(asc(sql`x.id`)), '(x.id) > ($1)')
})

test('compares columns of different directions one by one', () => {
  assert.equal(
    after([...desc(sql`x.a`), ...asc(sql`x.b`, sql`x.id`)]),
    '(x.a <= $1 and (x.a < $2 or (x.b, x.id) > ($3, $4)))',
  )
})

test('uses the default order', () => {
  assert.equal(order(undefined), 'x.created_at desc, x.id desc')
})

for (const name of [
  '',
  '-',
  '--name',
  'password',
  'user.password',
  'name desc',
  'name;drop table person',
  '__proto__',
  'constructor',
  'toString',
  '-hasOwnProperty',
  'NAME',
])
  test(`rejects order=${name} and names the allowed fields`, () => {
    assert.throws(
      () => order(name),
      (error) =>
        error instanceof Problem &&
        error.status === 400 &&
        error.code === 'order.unknown-field' &&
        error.message.includes('name, created'),
    )
  })
